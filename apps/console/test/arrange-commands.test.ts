import { describe, expect, it } from 'vitest';
import { arrangeCommands } from '../src/shell/arrange-commands.ts';

const commands = ['Retry this order …', 'Orders', 'Dark colours'].map((name) => ({ name }));
const find = (wanted: string) => arrangeCommands(wanted, commands, { name: 'search' }).map(({ name }) => name);

describe('the palette', () => {
  it.each([
    ['', ['Retry this order …', 'Orders', 'Dark colours']],
    ['order', ['Retry this order …', 'Orders', 'search']],
    ['this retry', ['Retry this order …', 'search']],
    ['DARK', ['Dark colours', 'search']],
    ['loja-norte', ['search']],
    ['+55 11 98765-4321', ['search']],
    ['order 1', ['search']],
  ])('has for %j: %j', (wanted, found) => expect(find(wanted)).toEqual(found));

  it('searches first for what has a digit: a number or an id', () => {
    const numbered = [{ name: 'Retry all 18 of this list …' }];
    const found = arrangeCommands('18', numbered, { name: 'search' });
    expect(found.map(({ name }) => name)).toEqual(['search', 'Retry all 18 of this list …']);
  });
});
