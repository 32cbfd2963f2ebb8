import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { WakeUp } from './advance-order.ts';
import { furtherWaitSql } from './wait-for-system.ts';

const isAwaySql = (limit: string) => `o.away_since > now() - ${limit}::int * interval '1 ms'`;

/**
 * Gives orders whose due time has passed their next run, which turns away a worker that still holds the old one, and a new
 * due time: 5 s, then twice as long for each ring that nobody has taken, so that a long queue is not made longer. Orders that
 * wait for a system are spread instead, and their rings say so: a worker that knows the system to be away drops them unread.
 *
 * Takes at most $1: the oldest of each broker, then the second of each, and so on; of a broker at most $2, and fewer by what $3
 * says that it has had. The recursion steps from broker to broker in the index on open orders, so that thousands of due orders of
 * one are not read to find another. Of each broker that has due orders twice an even share is read: with many brokers, to read $1 of
 * each was most of the sweep after an outage. The update looks each row up by its key alone: with the list of all keys beside it, the
 * planner compared each key with the whole list.
 */
const requeueDueOrdersStatement = statement(
  'requeue-due-orders',
  `WITH RECURSIVE broker AS (
    (SELECT broker_id FROM orders WHERE due_at IS NOT NULL ORDER BY broker_id LIMIT 1)
    UNION ALL
    SELECT (SELECT o.broker_id FROM orders o WHERE o.due_at IS NOT NULL AND o.broker_id > b.broker_id ORDER BY o.broker_id LIMIT 1)
    FROM broker b WHERE b.broker_id IS NOT NULL
  ), entitled AS MATERIALIZED (
    SELECT b.broker_id, $2::int - coalesce(($3::jsonb ->> b.broker_id::text)::int, 0) AS most FROM broker b
    WHERE EXISTS (SELECT FROM orders o WHERE o.broker_id = b.broker_id AND o.due_at <= now())
      AND $2::int > coalesce(($3::jsonb ->> b.broker_id::text)::int, 0)
  ), chosen AS (
    SELECT d.id, row_number() OVER (ORDER BY d.place, d.due_at) AS nth
    FROM entitled e CROSS JOIN LATERAL (
      SELECT o.id, o.due_at, row_number() OVER (ORDER BY o.due_at) AS place FROM orders o
      WHERE o.broker_id = e.broker_id AND o.due_at <= now()
      ORDER BY o.due_at LIMIT least($1::int, e.most, ceil(2.0 * $1::int / (SELECT count(*) FROM entitled))::int)
    ) d
    ORDER BY nth LIMIT $1::int
  ), due AS (
    SELECT o.id, c.nth FROM orders o JOIN chosen c USING (id)
    WHERE o.id = ANY(ARRAY(SELECT id FROM chosen)) AND o.due_at <= now()
    FOR UPDATE OF o SKIP LOCKED
  ), rung AS (
    UPDATE orders o SET
      epoch = o.epoch + 1,
      due_at = now() + CASE WHEN ${isAwaySql('$4')} THEN ${furtherWaitSql} ELSE interval '5 s' * least(4, 2 ^ least(o.epoch - o.acquired_epoch, 10)) END
    FROM due WHERE o.id = due.id
    RETURNING o.id, o.epoch, o.broker_id, due.nth, CASE WHEN ${isAwaySql('$4')} THEN true END AS "isAway"
  )
  SELECT id AS "orderId", epoch, broker_id AS "brokerId", "isAway" FROM rung ORDER BY nth`,
);

const batchLimit = 500;
/** In one sweep. A broker with more due orders gets the rest in the next sweeps, and fills the queue no faster for the others. */
export const brokerLimit = 2_000;

export interface RequeueDueOrdersDeps {
  readonly db: Pick<Db, 'query'>;
  readonly notify: (rings: readonly WakeUp[]) => void;
  /** For so long an order waits for a system that is away. */
  readonly awayLimitMs: number;
}

type DueOrder = Pick<WakeUp, 'orderId' | 'epoch'> & { readonly brokerId: string; readonly isAway: true | null };

/** Rings for every order that is due and that nobody is working on, up to `mostOfBroker` of each broker, until none is left; answers how many. */
export async function requeueDueOrders({ db, notify, awayLimitMs }: RequeueDueOrdersDeps): Promise<number> {
  const countByBroker = new Map<string, number>();
  let count = 0;
  for (;;) {
    const due = await db.query<DueOrder>(requeueDueOrdersStatement, [batchLimit, brokerLimit, JSON.stringify(Object.fromEntries(countByBroker)), awayLimitMs]);
    const wakeUps = due.map(({ orderId, epoch, isAway }): WakeUp => ({ orderId, epoch, ...(isAway && { isAway }) }));
    if (wakeUps.length > 0) notify(wakeUps);
    for (const { brokerId } of due) countByBroker.set(brokerId, (countByBroker.get(brokerId) ?? 0) + 1);
    count += wakeUps.length;
    if (wakeUps.length === 0) return count;
  }
}
