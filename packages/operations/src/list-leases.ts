import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { listedLeases, type Queues } from '@linework/schemas/queues/queues';

/** A worker holds an order while the epoch of its acquisition is the current one. The index of open orders is read. */
const listLeasesStatement = statement(
  'list-leases',
  `SELECT id AS "orderId", broker_id AS "brokerId", type, due_at AS "endsAt",
    (count(*) FILTER (WHERE due_at > now()) OVER ())::int AS held,
    (count(*) FILTER (WHERE due_at <= now()) OVER ())::int AS ended
  FROM orders
  WHERE is_open AND acquired_epoch = epoch
  ORDER BY due_at, id
  LIMIT ${listedLeases}`,
);

/** Counts the orders that workers hold, of all brokers, and lists those whose lease ends first. */
export async function listLeases(db: Pick<Db, 'query'>): Promise<Queues['leases']> {
  const rows = await db.query(listLeasesStatement);
  return {
    heldCount: rows[0]?.held ?? 0,
    endedCount: rows[0]?.ended ?? 0,
    items: rows.flatMap(({ orderId, brokerId, type, endsAt }) =>
      endsAt ? [{ orderId, brokerId, type, endsAt: endsAt.toISOString() }] : [],
    ),
  };
}
