import type { Db } from '@linework/db/db';
import { ruleTable } from '@linework/db/rule-table';
import { statement } from '@linework/db/statement';
import { insertEvents, insertMove } from '@linework/events/insert-event';
import { bulkEnds } from './bulk-ends.ts';
import { countOutcomesQuery } from './item-outcome.ts';

/**
 * The position of the first item that has not settled, from where the last scan ended; the total when all have settled.
 */
const settledPositionQuery = `SELECT b.id, b.status, b.total, b.settled_to, coalesce((
      SELECT i.position
      FROM bulk_item i
      WHERE i.bulk_id = b.id AND i.position >= b.settled_to AND CASE
        WHEN i.order_id IS NOT NULL THEN (SELECT o.is_open FROM orders o WHERE o.id = i.order_id)
        ELSE i.problem IS NULL AND b.status <> 'CANCELLING' END
      ORDER BY i.position
      LIMIT 1), b.total) AS settled
    FROM bulk_operation b
    WHERE b.finished_at IS NULL AND b.status <> 'AWAITING_APPROVAL'`;

/**
 * The outcome counts of the operations whose items have all settled. An order that was retried meanwhile is open again.
 */
const outcomeCountsQuery = `SELECT l.id, c.*
  FROM scanned l CROSS JOIN LATERAL (
      SELECT jsonb_object_agg(outcome, items) AS counts,
        coalesce(max(items) FILTER (WHERE outcome = 'COMPLETED'), 0) AS completed,
        min(first) FILTER (WHERE outcome = 'PLACED') AS reopened
      FROM (${countOutcomesQuery('l.id')}) AS by_outcome
    ) c
  WHERE l.settled = l.total`;

const ends = ruleTable(
  'rule',
  { status: 'text', all_completed: 'boolean[]', some_completed: 'boolean[]', becomes: 'text', event: 'text' },
  bulkEnds,
);

/**
 * Continues from the position up to which all items had settled, and stops at the first that has not, so that each item
 * is passed once. The result is written only while the operation still has the status that was read: a cancel in
 * between may have let further orders be placed unseen. An operation whose items are locked is left to the next run:
 * waiting for it would delay all others.
 */
const settleStatement = statement(
  'settle-bulk-operations',
  `WITH scanned AS MATERIALIZED (${settledPositionQuery}), counted AS MATERIALIZED (${outcomeCountsQuery}),
     result AS MATERIALIZED (
    SELECT l.id, l.status, l.settled_to, coalesce(c.reopened, l.settled) AS settled, c.counts,
      coalesce(rule.becomes, l.status) AS to_status, rule.event
    FROM scanned l
    LEFT JOIN counted c USING (id)
    LEFT JOIN ${ends} ON rule.status = l.status
      AND c.reopened IS NULL
      AND (c.completed = l.total) = ANY(rule.all_completed)
      AND (c.completed > 0) = ANY(rule.some_completed)
  ), locked AS MATERIALIZED (
    SELECT b.id
    FROM bulk_operation b JOIN result v USING (id)
    WHERE b.status = v.status AND (v.settled <> v.settled_to OR v.to_status <> v.status)
    FOR NO KEY UPDATE OF b SKIP LOCKED
  ), moved AS (
    UPDATE bulk_operation b
    SET settled_to = v.settled, updated_at = now(), status = v.to_status,
      finished_at = CASE WHEN v.to_status <> v.status THEN now() END,
      counts = CASE WHEN v.to_status <> v.status THEN v.counts END
    FROM result v JOIN locked USING (id)
    WHERE b.id = v.id AND b.status = v.status
    RETURNING b.id, b.broker_id, v.status AS from_status, b.status AS to_status, v.event, b.counts
  )
  ${insertEvents('bulk-operation', {
    type: 'event',
    from: 'from_status',
    to: 'to_status',
    details: "jsonb_build_object('outcomes', counts)",
  })}
  FROM moved
  WHERE from_status <> to_status
  RETURNING resource_id`,
);

const findOpenSql = 'SELECT true FROM bulk_operation WHERE finished_at IS NULL LIMIT 1';
const findOpenStatement = statement('find-open-bulk-operation', findOpenSql);

/** In SQL: true if a bulk operation has not ended. */
export const anyBulkOperationIsOpen = `(${findOpenSql})`;

/** Nobody approved them in time. They end like cancelled ones, with the job in the event. */
const cancelUnapprovedStatement = statement(
  'cancel-unapproved-bulk-operations',
  `WITH moved AS (
    UPDATE bulk_operation
    SET status = 'CANCELLING', updated_at = now()
    WHERE finished_at IS NULL AND status = 'AWAITING_APPROVAL' AND approval_due_at <= now()
    RETURNING id, broker_id
  )
  ${insertMove('bulk-operation', {
    from: 'AWAITING_APPROVAL',
    to: 'CANCELLING',
    job: "'place-bulk-orders'",
    details: "jsonb_build_object('reason', 'Nobody approved it in time.')",
  })}
  FROM moved`,
);

/**
 * Ends the bulk operations whose items are all refused or have a settled order, and cancels those that nobody approved;
 * returns how many ended. A connection needs 5 ms to plan the statement, four times a second, so it is sent only while
 * an operation is open.
 */
export async function settleBulkOperations(db: Pick<Db, 'query'>): Promise<number> {
  if ((await db.query(findOpenStatement)).length === 0) return 0;
  await db.query(cancelUnapprovedStatement);
  return (await db.query(settleStatement)).length;
}
