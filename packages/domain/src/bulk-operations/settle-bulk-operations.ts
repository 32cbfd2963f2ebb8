import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { bulkOperationArrivals } from '@linework/schemas/events';

/**
 * Goes on from the place up to which all lines had settled, and stops at the first that has not, so that each line is passed
 * once and not every time. What was read is written only while the operation is in the status in which it was read: a cancel
 * in between may have let further orders be placed unseen. An operation of which lines are just being placed is left to the next
 * run: to wait for it would keep all others waiting.
 */
const settleStatement = statement(
  'settle-bulk-operations',
  `WITH looked AS MATERIALIZED (
    SELECT b.id, b.status, b.total, b.settled_to, coalesce((
      SELECT i.position FROM bulk_item i
      WHERE i.bulk_id = b.id AND i.position >= b.settled_to AND CASE
        WHEN i.order_id IS NOT NULL THEN (SELECT o.at_work FROM orders o WHERE o.id = i.order_id)
        ELSE i.problem IS NULL AND b.status = 'RUNNING' END
      ORDER BY i.position LIMIT 1), b.total) AS settled
    FROM bulk_operation b WHERE b.status IN ('RUNNING', 'CANCELLING')
  ), held AS MATERIALIZED (
    SELECT b.id FROM bulk_operation b JOIN looked l USING (id)
    WHERE b.status = l.status AND (l.settled > l.settled_to OR l.settled = l.total)
    FOR NO KEY UPDATE OF b SKIP LOCKED
  ), moved AS (
    UPDATE bulk_operation b SET settled_to = greatest(b.settled_to, l.settled), updated_at = now(),
      status = CASE WHEN l.settled < l.total THEN b.status WHEN b.status = 'RUNNING' THEN 'COMPLETED' ELSE 'CANCELLED' END,
      finished_at = CASE WHEN l.settled = l.total THEN now() END
    FROM looked l JOIN held USING (id) WHERE b.id = l.id AND b.status = l.status
    RETURNING b.id, b.broker_id, l.status AS from_status, b.status AS to_status
  )
  INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status)
  SELECT broker_id, CASE to_status WHEN 'COMPLETED' THEN '${bulkOperationArrivals.COMPLETED}' ELSE '${bulkOperationArrivals.CANCELLED}' END,
    'bulk-operation', id, from_status, to_status
  FROM moved WHERE from_status <> to_status RETURNING resource_id`,
);

/** Ends the bulk operations of which every line was refused or has an order that came to rest; answers how many. */
export async function settleBulkOperations(db: Pick<Db, 'query'>): Promise<number> {
  return (await db.query(settleStatement, [])).length;
}
