import { describe, expect, it } from 'vitest';
import { buildGuardTriggers } from '../src/build-guard-triggers.ts';
import { defineLifecycle } from '../src/define-lifecycle.ts';
import { findUnreachableStatuses } from '../src/find-unreachable-statuses.ts';
import { renderMermaid } from '../src/render-mermaid.ts';

const lamp = defineLifecycle({
  name: "lamp's",
  initial: ['OFF'],
  statuses: {
    OFF: { meaning: 'dark', on: { press: 'ON', pull: 'ON' } },
    ON: { meaning: 'light', on: { press: 'OFF' }, to: ['BURNT'] },
    BURNT: { meaning: 'dark for ever' },
  },
});

describe('the guard', () => {
  it('allows listed initial statuses and moves, each listed once, and rejects all others', () => {
    expect(buildGuardTriggers('lamp', lamp).split('\n')).toEqual([
      'CREATE OR REPLACE FUNCTION lamp_may_move(was text, becomes text) ' +
        'RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$',
      'BEGIN',
      '  RETURN CASE was',
      "    WHEN 'OFF' THEN becomes IN ('ON')",
      "    WHEN 'ON' THEN becomes IN ('OFF', 'BURNT')",
      '    ELSE false END;',
      'END $$;',
      'CREATE OR REPLACE TRIGGER lamp_initial_status BEFORE INSERT ON "lamp" FOR EACH ROW',
      "  WHEN (NEW.status NOT IN ('OFF'))",
      "  EXECUTE FUNCTION refuse_move('lamp''s');",
      'CREATE OR REPLACE TRIGGER lamp_move AFTER UPDATE OF status ON "lamp" FOR EACH ROW',
      '  WHEN (OLD.status <> NEW.status AND NOT lamp_may_move(OLD.status, NEW.status))',
      "  EXECUTE FUNCTION refuse_move('lamp''s');",
    ]);
  });
});

describe('the diagram', () => {
  it('shows initial statuses, moves with their requests, and final statuses', () => {
    expect(renderMermaid(lamp).split('\n')).toEqual([
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

describe('the unreachable statuses', () => {
  it('are none if moves lead to each status', () => expect(findUnreachableStatuses(lamp)).toEqual([]));

  it('are found even if they lead to each other', () => {
    const split = defineLifecycle({
      name: 'split',
      initial: ['A'],
      statuses: {
        A: { meaning: '', to: ['B'] },
        B: { meaning: '' },
        C: { meaning: '', to: ['D', 'B'] },
        D: { meaning: '', to: ['C'] },
      },
    });
    expect(findUnreachableStatuses(split)).toEqual(['C', 'D']);
  });
});
