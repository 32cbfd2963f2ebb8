import { describe, expect, it } from 'vitest';
import { defineLifecycle } from '../src/define-lifecycle.ts';
import { guardRows } from '../src/guard-sql.ts';
import { mermaid } from '../src/mermaid.ts';
import { unreachableStatuses } from '../src/unreachable.ts';

const lamp = defineLifecycle({
  name: "lamp's",
  initial: ['OFF'],
  statuses: { OFF: { is: 'dark', on: { press: 'ON', pull: 'ON' } }, ON: { is: 'light', on: { press: 'OFF' }, to: ['BURNT'] }, BURNT: { is: 'dark for ever' } },
});

describe('the rows of the guard', () => {
  it('hold each move once, a birth as a move from nothing', () => {
    expect(guardRows([lamp])).toBe(
      [
        'INSERT INTO lifecycle_move (lifecycle, from_status, to_status) VALUES',
        "  ('lamp''s', '', 'OFF'),",
        "  ('lamp''s', 'OFF', 'ON'),",
        "  ('lamp''s', 'ON', 'OFF'),",
        "  ('lamp''s', 'ON', 'BURNT')",
        'ON CONFLICT DO NOTHING;',
      ].join('\n'),
    );
  });
});

describe('the diagram', () => {
  it('shows births, moves with the requests that make them, and ends', () => {
    expect(mermaid(lamp).split('\n')).toEqual([
      'stateDiagram-v2',
      '    [*] --> OFF',
      '    OFF --> ON: press',
      '    OFF --> ON: pull',
      '    ON --> OFF: press',
      '    ON --> BURNT',
      '    BURNT --> [*]',
    ]);
  });
});

describe('the statuses that cannot be reached', () => {
  it('are none where a chain of moves leads to each', () => expect(unreachableStatuses(lamp)).toEqual([]));

  it('are found, also where they lead to each other', () => {
    const split = defineLifecycle({
      name: 'split',
      initial: ['A'],
      statuses: { A: { is: '', to: ['B'] }, B: { is: '' }, C: { is: '', to: ['D', 'B'] }, D: { is: '', to: ['C'] } },
    });
    expect(unreachableStatuses(split)).toEqual(['C', 'D']);
  });
});
