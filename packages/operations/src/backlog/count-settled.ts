import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import { throughputMinutes } from '@linework/schemas/backlog/backlog';

type SettledCount = RowOf<typeof countStatement>;

/**
 * The index of settled orders begins with the broker. Reading it once for each broker costs only the rows of these
 * minutes.
 */
const countStatement = statement(
  'count-settled-orders',
  { throughputMinutes: 'int' },
  `SELECT coalesce(sum(own.completed), 0)::int AS "completedCount", coalesce(sum(own.others), 0)::int AS "otherCount"
   FROM broker b
   CROSS JOIN LATERAL (
     SELECT count(*) FILTER (WHERE o.status = 'COMPLETED') AS completed,
       count(*) FILTER (WHERE o.status <> 'COMPLETED') AS others
     FROM orders o
     WHERE o.broker_id = b.id AND o.settled_at > now() - make_interval(mins => :throughputMinutes)
   ) own`,
);

/** Counts the orders of all brokers that settled in the last minutes. */
export async function countSettled(db: Pick<Db, 'query'>): Promise<SettledCount> {
  const [row] = await db.query(countStatement, { throughputMinutes });
  return row ?? { completedCount: 0, otherCount: 0 };
}
