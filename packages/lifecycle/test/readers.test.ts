import { describe, expect, it } from 'vitest';
import { defineLifecycle } from '../src/define-lifecycle.ts';
import { guardTriggers } from '../src/guard-sql.ts';
import { mermaid } from '../src/mermaid.ts';
import { unreachableStatuses } from '../src/unreachable.ts';

const lamp = defineLifecycle({
  name: "lamp's",
  initial: ['OFF'],
  statuses: { OFF: { is: 'dark', on: { press: 'ON', pull: 'ON' } }, ON: { is: 'light', on: { press: 'OFF' }, to: ['BURNT'] }, BURNT: { is: 'dark for ever' } },
});

describe('the guard', () => {
  it('lets births and moves that are listed pass, each once, and refuses every other', () => {
    expect(guardTriggers('lamp', lamp).split('\n')).toEqual([
      'CREATE OR REPLACE FUNCTION lamp_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$',
      'BEGIN',
      '  RETURN CASE was',
      "    WHEN 'OFF' THEN becomes IN ('ON')",
      "    WHEN 'ON' THEN becomes IN ('OFF', 'BURNT')",
      '    ELSE false END;',
      'END $$;',
      'CREATE OR REPLACE TRIGGER lamp_birth BEFORE INSERT ON "lamp" FOR EACH ROW',
      "  WHEN (NEW.status NOT IN ('OFF'))",
      "  EXECUTE FUNCTION refuse_move('lamp''s');",
      'CREATE OR REPLACE TRIGGER lamp_move BEFORE UPDATE OF status ON "lamp" FOR EACH ROW',
      '  WHEN (OLD.status <> NEW.status AND NOT lamp_may_move(OLD.status, NEW.status))',
      "  EXECUTE FUNCTION refuse_move('lamp''s');",
    ]);
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
