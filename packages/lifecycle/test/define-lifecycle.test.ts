import { describe, expect, expectTypeOf, it } from 'vitest';
import { defineLifecycle, type RequestOf, type StatusOf } from '../src/define-lifecycle.ts';

const door = defineLifecycle({
  name: 'door',
  initial: ['SHUT'],
  statuses: {
    SHUT: { meaning: 'nobody passes', on: { open: 'OPEN', lock: 'LOCKED' } },
    OPEN: { meaning: 'anybody passes', on: { close: 'SHUT' }, to: ['BROKEN'] },
    LOCKED: { meaning: 'nobody passes without the key', on: { unlock: 'SHUT', open: 'BROKEN' } },
    BROKEN: { meaning: 'beyond repair' },
  },
});

describe('a lifecycle', () => {
  it('derives the types of its statuses and requests from its table', () => {
    expectTypeOf<StatusOf<typeof door>>().toEqualTypeOf<'SHUT' | 'OPEN' | 'LOCKED' | 'BROKEN'>();
    expectTypeOf<RequestOf<typeof door>>().toEqualTypeOf<'open' | 'lock' | 'close' | 'unlock'>();
    // @ts-expect-error: no such status
    door.canMove('SHUT', 'AJAR');
    // @ts-expect-error: no such request
    door.getTarget('slam', 'SHUT');
    // @ts-expect-error: a move to an unknown status
    defineLifecycle({ name: 'x', initial: ['A'], statuses: { A: { meaning: '', to: ['B'] } } });
    // @ts-expect-error: an unknown initial status
    defineLifecycle({ name: 'x', initial: ['B'], statuses: { A: { meaning: '' } } });
  });

  it('lists every move once, initial statuses first', () => {
    expect(door.moves).toEqual([
      { from: null, to: 'SHUT' },
      { from: 'SHUT', to: 'OPEN', on: 'open' },
      { from: 'SHUT', to: 'LOCKED', on: 'lock' },
      { from: 'OPEN', to: 'SHUT', on: 'close' },
      { from: 'OPEN', to: 'BROKEN' },
      { from: 'LOCKED', to: 'SHUT', on: 'unlock' },
      { from: 'LOCKED', to: 'BROKEN', on: 'open' },
    ]);
  });

  it('allows only the listed moves', () => {
    const allowed = [null, ...door.statuses].flatMap((from) =>
      door.statuses.filter((to) => door.canMove(from, to)).map((to) => `${from}>${to}`),
    );
    expect(allowed).toEqual([
      'null>SHUT',
      'SHUT>OPEN',
      'SHUT>LOCKED',
      'OPEN>SHUT',
      'OPEN>BROKEN',
      'LOCKED>SHUT',
      'LOCKED>BROKEN',
    ]);
  });

  it('returns the target of a request, its source statuses and the requests of a status', () => {
    expect(door.getTarget('open', 'SHUT')).toBe('OPEN');
    expect(door.getTarget('open', 'LOCKED')).toBe('BROKEN');
    expect(door.getTarget('open', 'OPEN')).toBeUndefined();
    expect(door.getSources('open')).toEqual(['SHUT', 'LOCKED']);
    expect(door.getRequests('SHUT')).toEqual(['open', 'lock']);
    expect(door.getRequests('BROKEN')).toEqual([]);
  });

  it('is final in a status without moves', () => {
    expect(door.statuses.filter(door.isFinal)).toEqual(['BROKEN']);
    expect(door.meanings.BROKEN).toBe('beyond repair');
  });
});
