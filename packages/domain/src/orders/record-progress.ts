import type { Db } from '@linework/db/db';
import { type Statement, statement } from '@linework/db/statement';
import type { Progress } from './progress.ts';
import { type ProgressPart, progressParts } from './progress-parts.ts';

/**
 * The one statement that moves orders on. Each order's row is updated only while it is in the run and status that its
 * progress names (the fence); its steps, its line and its events follow that row, so they change with it or not at all.
 * `entry` tells whose they are and not the order's id: of two entries for one order, one is applied, and only that one.
 * A lease is renewed only when less than half of it is left: a row whose indexed columns stay the same is updated in place.
 * `ANY(ARRAY(SELECT ...))` looks the rows up by key; joined plainly, the planner takes the JSON for a hundred rows and reads
 * whole tables.
 */
const moveOrders = `WITH wanted AS (
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
    RETURNING w.entry, o.id, o.broker_id, o.resource_id
  )`;

const statements = new Map<string, Statement>();

/** The statement with these parts. What has no rows is left out: by merely being there a part costs a single order a tenth of its time. */
function statementOf(parts: readonly ProgressPart[]): Statement {
  const name = ['progress', ...parts.map((part) => part.name)].join('-');
  const known = statements.get(name);
  if (known) return known;
  const pieces = parts.map(({ text }, at) => text.replace('$rows', () => `$${at + 2}`));
  const conditions = parts.flatMap(({ insist }) => (insist ? [`(SELECT ${insist})`] : []));
  const made = statement(name, `${[moveOrders, ...pieces].join(', ')} SELECT m.entry FROM moved m WHERE ${['true', ...conditions].join(' AND ')}`);
  statements.set(name, made);
  return made;
}

/**
 * Writes progress of many orders in one statement and says of each whether it was applied: false when the order has moved
 * on. Raises when the database refuses any of them; then none is written.
 */
export async function recordProgress(db: Pick<Db, 'query'>, progress: readonly Progress[]): Promise<readonly boolean[]> {
  const parts = progressParts
    .map((part) => ({ ...part, found: progress.flatMap((one, entry) => part.rows(one).map((row) => ({ entry, ...row }))) }))
    .filter(({ found }) => found.length > 0);
  const rows = await db.query<{ entry: number }>(
    statementOf(parts),
    [progress.map(orderRow), ...parts.map(({ found }) => found)].map((values) => JSON.stringify(values)),
  );
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
    lease_ms: due && 'leaseMs' in due ? due.leaseMs : undefined,
    due_in_ms: due && 'inMs' in due ? due.inMs : undefined,
    not_before_ms: notBeforeMs ?? undefined,
    step_ended: stepEnded || undefined,
    cancellation_reason: cancellationReason,
  };
}
