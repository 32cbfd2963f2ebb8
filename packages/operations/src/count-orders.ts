import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { OrderStatus } from '@linework/schemas/lifecycles/order.lifecycle';

export interface OrderCount {
  readonly type: string;
  readonly status: OrderStatus;
  readonly count: number;
  /** The orders whose due time has passed. */
  readonly due: number;
  /**
   * The orders that have been due for ten seconds or more. The sweep requeues due orders every second, so no worker
   * runs.
   */
  readonly overdue: number;
  /** The orders that wait for a system that is down. */
  readonly waiting: number;
  /** The orders that wait for the end of a pause. */
  readonly paused: number;
  /**
   * The time since the oldest of them became due; 0 if there is none. An order that no worker ever acquired is due
   * since it was placed, or since the `notBefore` of its client: the sweep sets a new due time each time it requeues
   * the order.
   */
  readonly oldestDueSeconds: number;
}

/** Each half reads one partial index, `orders_open_of_broker` or `orders_failed`, so finished orders cost nothing. */
const countOrdersStatement = statement(
  'count-orders',
  `SELECT type, status, count(*)::int AS count,
    count(*) FILTER (WHERE due_at <= now())::int AS due,
    count(*) FILTER (WHERE due_at <= now() - interval '10 s')::int AS overdue,
    count(*) FILTER (WHERE unavailable_since IS NOT NULL)::int AS waiting,
    count(*) FILTER (WHERE pause_id IS NOT NULL)::int AS paused,
    greatest(0, coalesce(max(extract(epoch FROM now() - due_since)), 0))::float8 AS "oldestDueSeconds"
  FROM (
    SELECT type, status, due_at, unavailable_since, pause_id,
      CASE WHEN status = 'PENDING' THEN coalesce(not_before, created_at) ELSE due_at END AS due_since
    FROM orders
    WHERE is_open
    UNION ALL
    SELECT type, status, NULL, NULL, NULL, NULL
    FROM orders
    WHERE failed_at IS NOT NULL AND superseded_by IS NULL
  ) unsettled
  GROUP BY type, status`,
);

/**
 * Counts the open orders and the failed orders that need attention, of all brokers, by type and status. Superseded
 * orders need none.
 */
export function countOrders(db: Pick<Db, 'query'>): Promise<readonly OrderCount[]> {
  return db.query(countOrdersStatement);
}
