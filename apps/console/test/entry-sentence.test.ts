import { eventTypes } from '@linework/schemas/events';
import { describe, expect, it } from 'vitest';
import { entrySentence } from '../src/audit/entry-sentence.ts';

describe('an entry of the audit', () => {
  it.each(eventTypes)('%s is a sentence without names of members', (type) => {
    expect(entrySentence({ type, details: {} })).toMatch(/^[A-Z][^`]+[^`.;:]$/);
  });

  it('names what changed', () => {
    expect(entrySentence({ type: 'broker.changed', details: { changed: 'name, code' } })).toBe(
      'Members of the broker changed: name, code',
    );
  });

  it('leaves out what is said for programs', () => {
    expect(entrySentence({ type: 'operator.unmasked', details: {} })).toBe(
      'The person read a record with its numbers, names and tax ids in clear',
    );
  });

  it('of a newer type has no sentence', () => {
    expect(entrySentence({ type: 'ship.sailed', details: {} })).toBeUndefined();
  });
});
