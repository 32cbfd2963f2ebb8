import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { Progress } from './progress.ts';

/**
 * The one statement that moves orders on. Each order's row is updated only while it is in the run and status that its
 * progress names (the fence); its steps, its line and its events follow that row, so they change with it or not at all.
 * `entry` tells whose they are and not the order's id: of two entries for one order, one is applied, and only that one.
 * A lease is renewed only when less than half of it is left: a row whose indexed columns stay the same is updated in place.
 * `ANY(ARRAY(SELECT ...))` looks the rows up by key; joined plainly, the planner takes the JSON for a hundred rows and reads
 * whole tables.
 */
const recordProgressStatement = statement(
  'record-progress',
  `WITH wanted AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS w(
      entry int, order_id uuid, run int, from_status text, to_status text, hold text, lease_ms int, due_in_ms int, not_before_ms int,
      step_ended boolean, cancellation_reason text)
    ORDER BY order_id
  ), moved AS (
    UPDATE orders o SET
      status = w.to_status,
      run = o.run + (w.hold <> 'keep')::int,
      taken_run = CASE WHEN w.hold = 'take' THEN o.run + 1 ELSE o.taken_run END,
      takes = CASE WHEN w.step_ended THEN 0 ELSE o.takes END + (w.hold = 'take')::int,
      due_at = CASE
        WHEN w.due_in_ms IS NOT NULL THEN now() + w.due_in_ms * interval '1 ms'
        WHEN w.lease_ms IS NULL THEN NULL
        WHEN w.hold = 'keep' AND o.due_at > now() + w.lease_ms * interval '0.5 ms' THEN o.due_at
        ELSE now() + w.lease_ms * interval '1 ms' END,
      not_before = now() + w.not_before_ms * interval '1 ms',
      failed_at = CASE WHEN w.to_status NOT IN ('FAILED', 'ROLLBACK_FAILED', 'CANCEL_FAILED') THEN NULL
        WHEN w.from_status = w.to_status THEN o.failed_at ELSE now() END,
      cancellation_reason = coalesce(w.cancellation_reason, o.cancellation_reason),
      updated_at = now()
    FROM wanted w
    WHERE o.id = ANY(ARRAY(SELECT order_id FROM wanted)) AND o.id = w.order_id AND o.run = w.run AND o.status = w.from_status
    RETURNING w.entry, o.id, o.broker_id
  ), step_wanted AS (
    SELECT m.id AS order_id, s.* FROM jsonb_to_recordset($2::jsonb) AS s(
      entry int, "position" int, "from" text, "to" text, attempts int, "undoAttempts" int, granted int, "undoGranted" int,
      error jsonb, keep_error boolean, started boolean, failed boolean, finished boolean)
    JOIN moved m USING (entry)
  ), stepped AS (
    UPDATE order_step o SET
      status = s."to",
      attempt = o.attempt + s.attempts,
      attempt_limit = o.attempt_limit + s.granted,
      undo_attempt = o.undo_attempt + s."undoAttempts",
      undo_attempt_limit = o.undo_attempt_limit + s."undoGranted",
      error = CASE WHEN s.keep_error THEN o.error ELSE nullif(s.error, 'null'::jsonb) END,
      started_at = CASE WHEN s.started THEN now() ELSE o.started_at END,
      failed_at = CASE WHEN s.failed THEN now() WHEN s."to" IN ('PENDING', 'SUCCESS', 'ROLLED_BACK') THEN NULL ELSE o.failed_at END,
      finished_at = CASE WHEN s.finished THEN now() ELSE o.finished_at END
    FROM step_wanted s
    WHERE o.order_id = ANY(ARRAY(SELECT order_id FROM wanted)) AND o.order_id = s.order_id AND o.position = s.position AND o.status = s."from"
    RETURNING 1
  ), line_wanted AS (
    SELECT l.* FROM jsonb_to_recordset($3::jsonb) AS l(entry int, "lineId" uuid, "from" text, "to" text)
    JOIN moved m USING (entry)
  ), lines AS (
    UPDATE line l SET
      status = w."to",
      activated_at = CASE WHEN w."to" = 'ACTIVE' THEN coalesce(l.activated_at, now()) ELSE l.activated_at END,
      terminated_at = CASE WHEN w."to" = 'TERMINATED' THEN now() END,
      updated_at = now()
    FROM line_wanted w
    WHERE l.id = ANY(ARRAY(SELECT "lineId" FROM line_wanted)) AND l.id = w."lineId" AND l.status = w."from"
    RETURNING 1
  ), events AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, order_id, key_id, details)
    SELECT m.broker_id, e.type, e."resourceType", e."resourceId", e."fromStatus", e."toStatus", m.id, e."keyId", coalesce(e.details, '{}')
    FROM jsonb_to_recordset($4::jsonb) AS e(
      entry int, n int, type text, "resourceType" text, "resourceId" uuid, "fromStatus" text, "toStatus" text, "keyId" uuid, details jsonb)
    JOIN moved m USING (entry)
    ORDER BY entry, e.n
  )
  SELECT m.entry FROM moved m
  WHERE (SELECT insist((SELECT count(*) FROM stepped) = (SELECT count(*) FROM step_wanted), 'a step is not where its order left it'))
    AND (SELECT insist((SELECT count(*) FROM lines) = (SELECT count(*) FROM line_wanted), 'a line is not where its order left it'))`,
);

/**
 * Writes progress of many orders in one statement and says of each whether it was applied: false when the order has moved
 * on. Raises when the database refuses any of them; then none is written.
 */
export async function recordProgress(db: Pick<Db, 'query'>, progress: readonly Progress[]): Promise<readonly boolean[]> {
  const rows = await db.query<{ entry: number }>(recordProgressStatement, [
    JSON.stringify(progress.map(orderRow)),
    JSON.stringify(progress.flatMap(({ steps }, entry) => steps.map((step) => ({ entry, keep_error: !('error' in step), ...step })))),
    JSON.stringify(progress.flatMap(({ lineMoves }, entry) => lineMoves.map((move) => ({ entry, ...move })))),
    JSON.stringify(progress.flatMap(({ events, keyId }, entry) => events.map((event, n) => ({ entry, n, keyId, ...event })))),
  ]);
  const applied = new Set(rows.map(({ entry }) => entry));
  return progress.map((_, entry) => applied.has(entry));
}

function orderRow({ orderId, run, from, to, hold, due, notBeforeMs, stepEnded, cancellationReason }: Progress, entry: number) {
  return {
    entry,
    order_id: orderId,
    run,
    from_status: from,
    to_status: to,
    hold,
    lease_ms: due && 'leaseMs' in due ? due.leaseMs : null,
    due_in_ms: due && 'inMs' in due ? due.inMs : null,
    not_before_ms: notBeforeMs,
    step_ended: stepEnded,
    cancellation_reason: cancellationReason,
  };
}
