import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { type OrderStatus, unresolvedStatuses } from '@linework/schemas/orders/order.lifecycle';

export interface OrderCount {
  readonly type: string;
  readonly status: OrderStatus;
  readonly count: number;
  /** Those among them whose due time has passed. */
  readonly due: number;
  /** Those that have been due for ten seconds. They are rung for every second, so that nobody is ringing. */
  readonly overdue: number;
  /** Those that wait for a system that is away. */
  readonly waiting: number;
  /**
   * For how long the oldest of them has been due; 0 where none is. An order that no worker ever acquired is due since it was placed, or since the
   * time that its client asked for: the sweep gives it a new due time each time that it notifies again.
   */
  readonly oldestDueSeconds: number;
}

/** Each half is one partial index, `orders_due_of_broker` and `orders_unresolved`: its cost does not grow with the orders that are finished. */
const countOrdersStatement = statement(
  'count-orders',
  `SELECT type, status, count(*)::int AS count,
    count(*) FILTER (WHERE due_at <= now())::int AS due,
    count(*) FILTER (WHERE due_at <= now() - interval '10 s')::int AS overdue,
    count(*) FILTER (WHERE away_since IS NOT NULL)::int AS waiting,
    greatest(0, coalesce(max(extract(epoch FROM now() - due_since)), 0))::float8 AS "oldestDueSeconds"
  FROM (
    SELECT type, status, due_at, away_since, CASE WHEN status = 'PENDING' THEN coalesce(not_before, created_at) ELSE due_at END AS due_since
    FROM orders WHERE due_at IS NOT NULL
    UNION ALL
    SELECT type, status, NULL, NULL, NULL FROM orders WHERE status IN (${unresolvedStatuses.map((status) => `'${status}'`).join(', ')}) AND superseded_by IS NULL
  ) unsettled
  GROUP BY type, status`,
);

/** Counts the orders that are at work or in debt, of all brokers, by type and status. The debt of one that was superseded is nobody's any more. */
export function countOrders(db: Pick<Db, 'query'>): Promise<readonly OrderCount[]> {
  return db.query<OrderCount>(countOrdersStatement, []);
}
