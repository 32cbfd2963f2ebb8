import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
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

/** Reads only the index of open orders. */
const countOpenStatement = statement(
  'count-open-orders',
  `SELECT type, status, count(*)::int AS count,
    count(*) FILTER (WHERE due_at <= now())::int AS due,
    count(*) FILTER (WHERE due_at <= now() - interval '10 s')::int AS overdue,
    count(*) FILTER (WHERE unavailable_since IS NOT NULL)::int AS waiting,
    count(*) FILTER (WHERE pause_id IS NOT NULL)::int AS paused,
    greatest(0, coalesce(max(extract(epoch FROM
      now() - CASE WHEN status = 'PENDING' THEN coalesce(not_before, created_at) ELSE due_at END)), 0))::float8
      AS "oldestDueSeconds"
  FROM orders
  WHERE is_open
  GROUP BY type, status`,
);

/** Counts the open orders of all brokers by type and status. Finished orders cost nothing. */
export function countOpenOrders(db: Pick<Db, 'query'>): Promise<readonly OrderCount[]> {
  return db.query(countOpenStatement);
}

const countFailedStatement = statement(
  'count-failed-orders',
  `SELECT type, status, count(*)::int AS count, 0 AS due, 0 AS overdue, 0 AS waiting, 0 AS paused,
    0::float8 AS "oldestDueSeconds"
  FROM orders
  WHERE failed_at IS NOT NULL AND superseded_by IS NULL
  GROUP BY type, status`,
);

/**
 * Counts the open orders and the failed orders that need attention, of all brokers, by type and status. Superseded
 * orders need none. It reads each failed order.
 */
export async function countOrders(db: Pick<Db, 'query'>): Promise<readonly OrderCount[]> {
  const counts = await Promise.all([countOpenOrders(db), db.query(countFailedStatement)]);
  return counts.flat();
}

type FailedCount = RowOf<typeof countFailedByTypeStatement>;

/** Reads only the index of failed orders. The index has no status: each step of an order would have to write it. */
const countFailedByTypeStatement = statement(
  'count-failed-orders-by-type',
  `SELECT type, count(*)::int AS count
  FROM orders
  WHERE failed_at IS NOT NULL AND superseded_by IS NULL
  GROUP BY type`,
);

/** Counts the failed orders that need attention, of all brokers, by type. */
export function countFailedOrders(db: Pick<Db, 'query'>): Promise<readonly FailedCount[]> {
  return db.query(countFailedByTypeStatement);
}
