import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { inDebt, type OrderStatus } from '@linework/schemas/orders/order.lifecycle';

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
}

/** Each half is one partial index, `orders_due_of_broker` and `orders_in_debt`: its cost does not grow with the orders that are finished. */
const countOrdersStatement = statement(
  'count-orders',
  `SELECT type, status, count(*)::int AS count,
    count(*) FILTER (WHERE due_at <= now())::int AS due,
    count(*) FILTER (WHERE due_at <= now() - interval '10 s')::int AS overdue,
    count(*) FILTER (WHERE away_since IS NOT NULL)::int AS waiting
  FROM (
    SELECT type, status, due_at, away_since FROM orders WHERE due_at IS NOT NULL
    UNION ALL
    SELECT type, status, due_at, away_since FROM orders WHERE status IN (${inDebt.map((status) => `'${status}'`).join(', ')}) AND superseded_by IS NULL
  ) unsettled
  GROUP BY type, status`,
);

/** Counts the orders that are at work or in debt, of all brokers, by type and status. The debt of one that was superseded is nobody's any more. */
export function countOrders(db: Pick<Db, 'query'>): Promise<readonly OrderCount[]> {
  return db.query<OrderCount>(countOrdersStatement, []);
}
