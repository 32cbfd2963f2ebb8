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
  it('has the types of its statuses and requests from its table', () => {
    expectTypeOf<StatusOf<typeof door>>().toEqualTypeOf<'SHUT' | 'OPEN' | 'LOCKED' | 'BROKEN'>();
    expectTypeOf<RequestOf<typeof door>>().toEqualTypeOf<'open' | 'lock' | 'close' | 'unlock'>();
    // @ts-expect-error: no such status
    door.canMove('SHUT', 'AJAR');
    // @ts-expect-error: no such request
    door.getTarget('slam', 'SHUT');
    // @ts-expect-error: a move to a status that is not there
    defineLifecycle({ name: 'x', initial: ['A'], statuses: { A: { meaning: '', to: ['B'] } } });
    // @ts-expect-error: born in a status that is not there
    defineLifecycle({ name: 'x', initial: ['B'], statuses: { A: { meaning: '' } } });
  });

  it('lists every move once, births first', () => {
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

  it('allows what is listed and nothing else', () => {
    const allowed = [null, ...door.statuses].flatMap((from) => door.statuses.filter((to) => door.canMove(from, to)).map((to) => `${from}>${to}`));
    expect(allowed).toEqual(['null>SHUT', 'SHUT>OPEN', 'SHUT>LOCKED', 'OPEN>SHUT', 'OPEN>BROKEN', 'LOCKED>SHUT', 'LOCKED>BROKEN']);
  });

  it('answers where a request leads, from where it may be asked, and what may be asked', () => {
    expect(door.getTarget('open', 'SHUT')).toBe('OPEN');
    expect(door.getTarget('open', 'LOCKED')).toBe('BROKEN');
    expect(door.getTarget('open', 'OPEN')).toBeUndefined();
    expect(door.getSources('open')).toEqual(['SHUT', 'LOCKED']);
    expect(door.getRequests('SHUT')).toEqual(['open', 'lock']);
    expect(door.getRequests('BROKEN')).toEqual([]);
  });

  it('ends where no move leads on', () => {
    expect(door.statuses.filter(door.isFinal)).toEqual(['BROKEN']);
    expect(door.meanings.BROKEN).toBe('beyond repair');
  });
});
