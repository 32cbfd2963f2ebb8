import type { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { anything, isAffected } from '../src/live/affected-queries.ts';
import { createAskAgain } from '../src/live/ask-again.ts';

const changes = { kinds: ['order'], ids: ['o1', 'l1'], isComplete: true };

describe('what a page asks again', () => {
  it.each([
    [['orders', 'count'], true],
    [['incidents'], true],
    [['order', 'o1', 'events'], true],
    [['order', 'o2'], false],
    [['line', 'l1'], true],
    [['pools'], false],
    [['audit', {}], true],
  ])('after a change of an order: %j is %s', (queryKey, expected) => {
    expect(isAffected(queryKey, changes)).toBe(expected);
  });

  it('after a change of a port-out has the windows, which are those of both directions', () => {
    expect(isAffected(['port-ins', 'windows'], { kinds: ['port-out'], ids: [], isComplete: true })).toBe(true);
  });

  it('never has the rows of a list, which would move under the pointer', () => {
    expect([isAffected(['orders', 'list', {}], changes), isAffected(['orders', 'list', {}], anything)]).toEqual([
      false,
      false,
    ]);
  });

  it('never has a dry run, which a person decides about', () => {
    expect(isAffected(['batch-preview', {}], anything)).toBe(false);
  });

  it('is everything else after a gap', () => {
    expect(isAffected(['pools'], anything)).toBe(true);
  });
});

it('one round of questions runs at a time, and what changes meanwhile is in the next', async () => {
  const rounds: { readonly asks: (queryKey: readonly string[]) => boolean; readonly end: () => void }[] = [];
  const invalidateQueries = ({ predicate }: { predicate: (query: { queryKey: readonly string[] }) => boolean }) =>
    new Promise<void>((resolve) => rounds.push({ asks: (queryKey) => predicate({ queryKey }), end: resolve }));
  const askAgain = createAskAgain({ invalidateQueries } as unknown as QueryClient);
  askAgain(changes);
  askAgain({ ...changes, kinds: ['pool'], ids: [] });
  askAgain({ ...changes, kinds: ['pause'], ids: [] });
  expect(rounds).toHaveLength(1);
  rounds[0]?.end();
  await expect.poll(() => rounds.length).toBe(2);
  expect([['orders'], ['pools'], ['pauses']].map((key) => rounds[1]?.asks(key))).toEqual([false, true, true]);
});
