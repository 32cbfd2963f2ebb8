import { describe, expect, expectTypeOf, it } from 'vitest';
import { defineLifecycle, type RequestOf, type StatusOf } from '../src/define-lifecycle.ts';

const door = defineLifecycle({
  name: 'door',
  initial: ['SHUT'],
  statuses: {
    SHUT: { is: 'nobody passes', on: { open: 'OPEN', lock: 'LOCKED' } },
    OPEN: { is: 'anybody passes', on: { close: 'SHUT' }, to: ['BROKEN'] },
    LOCKED: { is: 'nobody passes without the key', on: { unlock: 'SHUT', open: 'BROKEN' } },
    BROKEN: { is: 'beyond repair' },
  },
});

describe('a lifecycle', () => {
  it('has the types of its statuses and requests from its table', () => {
    expectTypeOf<StatusOf<typeof door>>().toEqualTypeOf<'SHUT' | 'OPEN' | 'LOCKED' | 'BROKEN'>();
    expectTypeOf<RequestOf<typeof door>>().toEqualTypeOf<'open' | 'lock' | 'close' | 'unlock'>();
    // @ts-expect-error: no such status
    door.mayMove('SHUT', 'AJAR');
    // @ts-expect-error: no such request
    door.targetOf('slam', 'SHUT');
    // @ts-expect-error: a move to a status that is not there
    defineLifecycle({ name: 'x', initial: ['A'], statuses: { A: { is: '', to: ['B'] } } });
    // @ts-expect-error: born in a status that is not there
    defineLifecycle({ name: 'x', initial: ['B'], statuses: { A: { is: '' } } });
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
    const allowed = [null, ...door.statuses].flatMap((from) => door.statuses.filter((to) => door.mayMove(from, to)).map((to) => `${from}>${to}`));
    expect(allowed).toEqual(['null>SHUT', 'SHUT>OPEN', 'SHUT>LOCKED', 'OPEN>SHUT', 'OPEN>BROKEN', 'LOCKED>SHUT', 'LOCKED>BROKEN']);
  });

  it('answers where a request leads, from where it may be asked, and what may be asked', () => {
    expect(door.targetOf('open', 'SHUT')).toBe('OPEN');
    expect(door.targetOf('open', 'LOCKED')).toBe('BROKEN');
    expect(door.targetOf('open', 'OPEN')).toBeUndefined();
    expect(door.sourcesOf('open')).toEqual(['SHUT', 'LOCKED']);
    expect(door.requestsFrom('SHUT')).toEqual(['open', 'lock']);
    expect(door.requestsFrom('BROKEN')).toEqual([]);
  });

  it('ends where no move leads on', () => {
    expect(door.statuses.filter(door.isFinal)).toEqual(['BROKEN']);
    expect(door.meaningOf.BROKEN).toBe('beyond repair');
  });
});
