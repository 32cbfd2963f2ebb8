/**
 * Every line of a bulk operation with its order, as `b`, `i` and `o`. The order is looked up by key for each line: joined
 * plainly, the planner may read all the orders there are for the sake of ten thousand.
 */
export const itemsWithOrders = `bulk_operation b JOIN bulk_item i ON i.bulk_id = b.id
  LEFT JOIN LATERAL (SELECT status, at_work FROM orders WHERE id = i.order_id OFFSET 0) o ON true`;

/** What has become of a line, as `bulk-item.ts` names it, in the words of `itemsWithOrders`. */
export const outcomeOfItem = `CASE
  WHEN i.problem IS NOT NULL THEN 'REFUSED'
  WHEN i.order_id IS NULL THEN CASE b.status WHEN 'RUNNING' THEN 'PENDING' ELSE 'CANCELLED' END
  WHEN o.at_work THEN 'PLACED'
  WHEN o.status IN ('COMPLETED', 'CANCELLED') THEN o.status
  ELSE 'FAILED' END`;
