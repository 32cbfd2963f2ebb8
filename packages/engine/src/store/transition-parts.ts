import { insertEvent } from '@linework/events/insert-event';
import type { ResourceType } from '../model/resource-type.ts';
import type { EffectType } from '../model/step.ts';
import type { StepTransition, Transition } from '../model/transition.ts';
import { advanceSteps } from './commit-statement.ts';
import { assertThat, onceForEach } from './sql-parts.ts';
import type { TransitionPart } from './transition-part.ts';

const compensatingTransitions: Readonly<Partial<Record<Transition['to'], readonly Transition['from'][]>>> = {
  CANCELLED: ['PENDING', 'CANCELLING'],
  ROLLED_BACK: ['ROLLING_BACK'],
};

/**
 * Reinstates the failed orders that a compensated order superseded. The compensated order leaves no effect on the
 * resource, so they can be retried and rolled back again. An order that an operator closed does not restore its
 * resource, so the orders before it stay superseded.
 */
const reinstateSuperseded: TransitionPart = {
  name: 'restore',
  rows: ({ from, to, keyId }) => (compensatingTransitions[to]?.includes(from) ? [{ keyId }] : []),
  columns: { entry: 'int', keyId: 'uuid' },
  text: `reinstated AS (
    UPDATE orders o
    SET superseded_by = NULL, updated_at = now()
    FROM $rows r JOIN moved m USING (entry)
    WHERE o.resource_id = ANY(ARRAY(SELECT resource_id FROM moved)) AND o.superseded_by = m.id
    RETURNING o.id, o.broker_id, m.id AS order_id, r."keyId"
  ), reinstated_events AS (
    ${insertEvent('order.reinstated', { order: 'order_id', key: '"keyId"' })}
    FROM reinstated
  )`,
};

/**
 * Writes attempt records. Every attempt is one row; a second record of the same attempt updates it. An undo attempt
 * that is started again lost its worker the first time. The start time of an execute attempt is read from its step,
 * which keeps it until the next attempt; a local step that refuses has none.
 */
const recordAttempts: TransitionPart = {
  name: 'attempts',
  rows: ({ attempts }) => attempts,
  columns: {
    entry: 'int',
    position: 'int',
    kind: 'text',
    attempt: 'int',
    outcome: 'text',
    error: 'jsonb',
    systemText: 'text',
  },
  text: `attempts AS (
    INSERT INTO order_attempt AS existing (order_id, position, kind, attempt, outcome, workers_lost, error, system_text,
      started_at, ended_at)
    SELECT m.id, a.position, a.kind, a.attempt, a.outcome, (a.outcome = 'lost')::int, nullif(a.error, 'null'::jsonb),
      a."systemText",
      CASE a.kind WHEN 'execute' THEN coalesce(s.started_at, now()) ELSE now() END,
      CASE WHEN a.outcome <> 'running' THEN now() END
    FROM $rows a JOIN moved m USING (entry) JOIN order_step s ON s.order_id = m.id AND s.position = a.position
    WHERE s.order_id = ANY(ARRAY(SELECT order_id FROM wanted))
    ORDER BY m.id, a.position, a.kind, a.attempt
    ON CONFLICT (order_id, position, kind, attempt) DO UPDATE SET
      outcome = excluded.outcome,
      workers_lost = existing.workers_lost + (excluded.outcome = 'lost'
        OR (excluded.outcome = 'running' AND existing.outcome <> 'unavailable'))::int,
      error = excluded.error,
      system_text = excluded.system_text,
      ended_at = excluded.ended_at
  )`,
};

/**
 * Writes the status of the resource. It fails unless the resource still has the status with which the transition was
 * planned.
 */
const moveResource = ({ name, table, statusAssignments }: ResourceType): TransitionPart => ({
  name,
  rows: ({ resource, resourceMoves }) => (resource.name === name ? resourceMoves : []),
  columns: { entry: 'int', resourceId: 'uuid', from: 'text', to: 'text' },
  text: `${name}_wanted AS (
    SELECT w.* FROM $rows w JOIN moved m USING (entry)
  ), ${name}_moved AS (
    UPDATE ${table} r SET status = w."to",${statusAssignments ? `\n      ${statusAssignments},` : ''}
      updated_at = now()
    FROM ${name}_wanted w
    WHERE r.id = ANY(ARRAY(SELECT "resourceId" FROM ${name}_wanted)) AND r.id = w."resourceId" AND r.status = w."from"
    RETURNING 1
  )`,
  assertion: assertThat(
    `cardinality(ARRAY(SELECT 1 FROM ${name}_moved)) = cardinality(ARRAY(SELECT 1 FROM ${name}_wanted))`,
    `a ${name} does not have the expected status`,
  ),
});

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
    awaits: 'boolean',
    reference: 'text',
    deadlineMs: 'int',
    found: 'jsonb',
    forgets: 'boolean',
    started: 'boolean',
    failed: 'boolean',
    finished: 'boolean',
  },
  text: `step_wanted AS (
    SELECT m.id AS order_id, s.* FROM $rows s JOIN moved m USING (entry)
  ), steps AS (
    UPDATE order_step o
    SET
      status = s."to",
      attempt = o.attempt + coalesce(s.attempts, 0),
      attempt_limit = o.attempt_limit + coalesce(s.granted, 0),
      refused_attempts = coalesce(s."refusedAttempts", o.refused_attempts),
      undo_attempt = o.undo_attempt + coalesce(s."undoAttempts", 0),
      undo_attempt_limit = o.undo_attempt_limit + coalesce(s."undoGranted", 0),
      error = CASE WHEN s.keep_error THEN o.error ELSE nullif(s.error, 'null'::jsonb) END,
      awaited_reference = CASE WHEN s.awaits IS NULL THEN o.awaited_reference ELSE s.reference END,
      awaited_until = CASE
        WHEN s.awaits IS NULL THEN o.awaited_until
        WHEN s.awaits THEN coalesce(o.awaited_until, now() + s."deadlineMs" * interval '1 ms') END,
      found = CASE WHEN s.forgets THEN NULL ELSE coalesce(s.found, o.found) END,
      started_at = CASE WHEN s.started THEN now() ELSE o.started_at END,
      failed_at = CASE WHEN s.failed THEN now() WHEN s."to" IN ('PENDING', 'SUCCESS',
        'ROLLED_BACK') THEN NULL ELSE o.failed_at END,
      finished_at = CASE WHEN s.finished THEN now() ELSE o.finished_at END
    FROM step_wanted s
    WHERE o.order_id = ANY(ARRAY(SELECT order_id FROM wanted)) AND o.order_id = s.order_id AND o.position = s.position
      AND o.status = s."from"
    RETURNING 1
  )`,
  assertion: assertThat(
    'cardinality(ARRAY(SELECT 1 FROM steps)) = cardinality(ARRAY(SELECT 1 FROM step_wanted))',
    'a step does not have the expected status',
  ),
};

/** Leaves out members that do not change. With full rows, reading them took a tenth of the statement's time. */
function toStepRow(step: StepTransition) {
  const {
    position,
    from,
    to,
    attempts,
    undoAttempts,
    refusedAttempts,
    granted,
    undoGranted,
    error,
    awaited,
    found,
    started,
    failed,
    finished,
  } = step;
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
    awaits: awaited === undefined ? undefined : awaited !== null,
    reference: awaited?.reference,
    deadlineMs: awaited?.deadlineMs,
    found: found ?? undefined,
    forgets: found === null || undefined,
    started: started || undefined,
    failed: failed || undefined,
    finished: finished || undefined,
  };
}

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
    SELECT m.broker_id, e.type, e."resourceType", e."resourceId", e."fromStatus", e."toStatus", m.id, e."keyId",
      coalesce(e.details, '{}')
    FROM $rows e JOIN moved m USING (entry)
    ORDER BY entry, e.n
  )`,
};

/** An effect that an order type requests, as a part of the statement. Resource types may share it. */
const toPart = onceForEach(
  (type: EffectType): TransitionPart => ({
    ...type,
    columns: { entry: 'int', ...type.columns, keyId: 'uuid' },
    rows: ({ effects, keyId }) => effects.flatMap((effect) => (effect.type === type ? [{ ...effect.row, keyId }] : [])),
  }),
);

/**
 * The parts for orders on a resource type, in lock order, which is the same in every statement that writes these
 * tables.
 */
export const listTransitionParts = onceForEach((resource: ResourceType): readonly TransitionPart[] => [
  reinstateSuperseded,
  steps,
  moveResource(resource),
  ...resource.effects.map(toPart),
  recordAttempts,
  events,
]);
