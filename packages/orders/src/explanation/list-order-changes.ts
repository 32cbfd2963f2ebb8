import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { changeLimit, type OrderExplanation } from '@linework/schemas/orders/order-explanation';

/**
 * No index finds the events of an order, because every event would write it. So the events of its records are read: of
 * its resource and of the numbers and SIMs that are on this line, were on it, or are claimed by the order. Each has few
 * events.
 */
const listChangesStatement = statement(
  'list-order-changes',
  { orderId: 'uuid', resourceId: 'uuid', brokerId: 'uuid?' },
  `WITH touched AS (
    SELECT :resourceId AS id
    UNION SELECT s.resource_id FROM resource_state s WHERE s.line_id = :resourceId OR s.reservation_id = :orderId
    UNION SELECT a.resource_id FROM allocation a WHERE a.line_id = :resourceId
  )
  SELECT e.resource_type AS "resourceType", e.resource_id AS "resourceId", e.from_status AS "fromStatus",
    e.to_status AS "toStatus", e.at
  FROM event e
  WHERE e.resource_id = ANY(ARRAY(SELECT id FROM touched))
    AND e.order_id = :orderId
    AND e.to_status IS NOT NULL
    AND (:brokerId IS NULL OR e.broker_id = :brokerId)
  ORDER BY e.seq
  LIMIT ${changeLimit}`,
);

/**
 * Lists the status changes that an order has made on its resource, and on the numbers and SIMs of its line, oldest
 * first.
 */
export async function listOrderChanges(
  db: Pick<Db, 'query'>,
  {
    orderId,
    resourceId,
    brokerId,
  }: { readonly orderId: string; readonly resourceId: string; readonly brokerId: string | null },
): Promise<OrderExplanation['changes']> {
  const rows = await db.query(listChangesStatement, { orderId, resourceId, brokerId });
  return rows.map(({ resourceType: type, resourceId: id, fromStatus, toStatus, at }) => ({
    resource: { type, id },
    ...(fromStatus !== null && { from: fromStatus }),
    to: toStatus ?? '',
    changedAt: at.toISOString(),
  }));
}
