import type { Columns } from '@linework/db/bulk-values';
import type { StepTransition, Transition } from '../model/transition.ts';
import { advanceSteps } from './advance-steps.ts';
import { assertThat } from './assert-that.ts';
import { moveClaims } from './move-claims.ts';
import { moveLineResources } from './move-line-resources.ts';
import { recordAttempts } from './record-attempts.ts';
import { reinstateSuperseded } from './reinstate-superseded.ts';

/** A fragment of the commit statement for records other than the order's own row. It has its own rows. */
export interface TransitionPart {
  readonly name: string;
  rows(transition: Transition): readonly object[];
  /** The columns of its rows. */
  readonly columns: Columns;
  /** The SQL of the fragment. `$rows` stands for its rows, each with the `entry` of its order; `moved` has the orders that were updated. */
  readonly text: string;
  /** A condition that has to be true after the fragment has run; otherwise the whole statement fails. */
  readonly assertion?: string;
}

const steps: TransitionPart = {
  name: 'steps',
  rows: ({ steps }) => (advanceSteps(steps) ? [] : steps.map(toStepRow)),
  columns: {
    entry: 'int',
    position: 'int',
    from: 'text',
    to: 'text',
    attempts: 'int',
    undoAttempts: 'int',
    refusedAttempts: 'int',
    granted: 'int',
    undoGranted: 'int',
    error: 'jsonb',
    keep_error: 'boolean',
    started: 'boolean',
    failed: 'boolean',
    finished: 'boolean',
  },
  text: `step_wanted AS (
    SELECT m.id AS order_id, s.* FROM $rows s JOIN moved m USING (entry)
  ), steps AS (
    UPDATE order_step o SET
      status = s."to",
      attempt = o.attempt + coalesce(s.attempts, 0),
      attempt_limit = o.attempt_limit + coalesce(s.granted, 0),
      refused_attempts = coalesce(s."refusedAttempts", o.refused_attempts),
      undo_attempt = o.undo_attempt + coalesce(s."undoAttempts", 0),
      undo_attempt_limit = o.undo_attempt_limit + coalesce(s."undoGranted", 0),
      error = CASE WHEN s.keep_error THEN o.error ELSE nullif(s.error, 'null'::jsonb) END,
      started_at = CASE WHEN s.started THEN now() ELSE o.started_at END,
      failed_at = CASE WHEN s.failed THEN now() WHEN s."to" IN ('PENDING', 'SUCCESS', 'ROLLED_BACK') THEN NULL ELSE o.failed_at END,
      finished_at = CASE WHEN s.finished THEN now() ELSE o.finished_at END
    FROM step_wanted s
    WHERE o.order_id = ANY(ARRAY(SELECT order_id FROM wanted)) AND o.order_id = s.order_id AND o.position = s.position AND o.status = s."from"
    RETURNING 1
  )`,
  assertion: assertThat('cardinality(ARRAY(SELECT 1 FROM steps)) = cardinality(ARRAY(SELECT 1 FROM step_wanted))', 'a step does not have the expected status'),
};

/** Leaves out members that do not change. With full rows, reading them took a tenth of the statement's time. */
function toStepRow({ position, from, to, attempts, undoAttempts, refusedAttempts, granted, undoGranted, error, started, failed, finished }: StepTransition) {
  return {
    position,
    from,
    to,
    attempts: attempts || undefined,
    undoAttempts: undoAttempts || undefined,
    refusedAttempts,
    granted: granted || undefined,
    undoGranted: undoGranted || undefined,
    keep_error: error === undefined || undefined,
    error: error ?? undefined,
    started: started || undefined,
    failed: failed || undefined,
    finished: finished || undefined,
  };
}

const lines: TransitionPart = {
  name: 'lines',
  rows: ({ lineMoves }) => lineMoves,
  columns: { entry: 'int', lineId: 'uuid', from: 'text', to: 'text' },
  text: `line_wanted AS (
    SELECT l.* FROM $rows l JOIN moved m USING (entry)
  ), lines AS (
    UPDATE line l SET
      status = w."to",
      activated_at = CASE WHEN w."to" = 'ACTIVE' THEN coalesce(l.activated_at, now()) ELSE l.activated_at END,
      terminated_at = CASE WHEN w."to" = 'TERMINATED' THEN now() END,
      updated_at = now()
    FROM line_wanted w
    WHERE l.id = ANY(ARRAY(SELECT "lineId" FROM line_wanted)) AND l.id = w."lineId" AND l.status = w."from"
    RETURNING 1
  )`,
  assertion: assertThat('cardinality(ARRAY(SELECT 1 FROM lines)) = cardinality(ARRAY(SELECT 1 FROM line_wanted))', 'a line does not have the expected status'),
};

const events: TransitionPart = {
  name: 'events',
  rows: ({ events, keyId }) => events.map((event, n) => ({ n, keyId, ...event })),
  columns: {
    entry: 'int',
    n: 'int',
    type: 'text',
    resourceType: 'text',
    resourceId: 'uuid',
    fromStatus: 'text',
    toStatus: 'text',
    keyId: 'uuid',
    details: 'jsonb',
  },
  text: `events AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, order_id, key_id, details)
    SELECT m.broker_id, e.type, e."resourceType", e."resourceId", e."fromStatus", e."toStatus", m.id, e."keyId", coalesce(e.details, '{}')
    FROM $rows e JOIN moved m USING (entry)
    ORDER BY entry, e.n
  )`,
};

/** The parts in lock order, which is the same in every statement that writes these tables. */
export const transitionParts: readonly TransitionPart[] = [reinstateSuperseded, steps, lines, moveLineResources, moveClaims, recordAttempts, events];
