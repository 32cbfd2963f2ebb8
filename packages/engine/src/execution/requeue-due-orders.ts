import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { WakeUp } from '@linework/schemas/jobs';
import { furtherWaitSql } from '../planning/wait-for-system.ts';

const isUnavailableSql = (limit: string) => `o.unavailable_since > now() - ${limit}::int * interval '1 ms'`;

/**
 * The index has the next sweep and not the due time, so it also returns the orders that workers hold for longer: at
 * most as many as the fleet executes.
 */
const isDueSql = 'o.is_open AND o.next_sweep_at <= now() AND o.due_at <= now()';

/**
 * Gives each overdue order its next epoch and a new due time. The new epoch fences a worker that still has the old one.
 * The due time is in 5 s, then twice as long for each wake-up that no worker has acted on, up to 20 s, so that a long
 * queue does not grow further. Orders that wait for a system get a random wait instead, and their wake-ups have
 * `isUnavailable`: a worker that knows that the system is unavailable drops them unread.
 *
 * Selects at most `:batchLimit` orders: first the oldest of each broker, then the second oldest, and so on. A broker
 * gets at most `:brokerLimit` per sweep; `:countByBroker` has the number that it already got. The recursion steps from
 * broker to broker in the index on open orders, so that thousands of overdue orders of one broker are not read to find
 * the next one. For each broker at most twice its equal share is read: reading `:batchLimit` orders of every broker
 * took most of the sweep after an outage. The update finds each row by its key alone; with the list of all keys as a
 * second condition, the planner compared each key with the whole list.
 *
 * There may be more overdue orders only if a broker's share was read, so at least as many rows were selected.
 */
const requeueDueOrdersStatement = statement(
  'requeue-due-orders',
  { batchLimit: 'int', brokerLimit: 'int', countByBroker: 'jsonb', unavailableLimitMs: 'int' },
  `WITH RECURSIVE broker AS (
    (SELECT broker_id FROM orders WHERE is_open ORDER BY broker_id LIMIT 1)
    UNION ALL
    SELECT (SELECT o.broker_id FROM orders o WHERE o.is_open AND o.broker_id > b.broker_id ORDER BY o.broker_id LIMIT 1)
    FROM broker b WHERE b.broker_id IS NOT NULL
  ), entitled AS MATERIALIZED (
    SELECT b.broker_id, :brokerLimit - coalesce((:countByBroker ->> b.broker_id::text)::int, 0) AS quota
    FROM broker b
    WHERE EXISTS (SELECT FROM orders o WHERE o.broker_id = b.broker_id AND ${isDueSql})
      AND :brokerLimit > coalesce((:countByBroker ->> b.broker_id::text)::int, 0)
  ), selected AS (
    SELECT d.id, row_number() OVER (ORDER BY d.rank, d.next_sweep_at) AS position
    FROM entitled e CROSS JOIN LATERAL (
      SELECT o.id, o.next_sweep_at, row_number() OVER (ORDER BY o.next_sweep_at) AS rank
      FROM orders o
      WHERE o.broker_id = e.broker_id AND ${isDueSql}
      ORDER BY o.next_sweep_at
      LIMIT least(:batchLimit, e.quota, ceil(2.0 * :batchLimit / (SELECT count(*) FROM entitled))::int)
    ) d
    ORDER BY position
    LIMIT :batchLimit
  ), due AS (
    SELECT o.id, s.position,
      CASE WHEN ${isUnavailableSql(':unavailableLimitMs')} THEN ${furtherWaitSql} ELSE interval '5 s' * least(4,
        2 ^ least(o.epoch - o.acquired_epoch, 10)) END AS wait
    FROM orders o JOIN selected s USING (id)
    WHERE o.id = ANY(ARRAY(SELECT id FROM selected)) AND o.due_at <= now()
    FOR UPDATE OF o SKIP LOCKED
  ), requeued AS (
    UPDATE orders o
    SET
      epoch = o.epoch + 1,
      due_at = now() + due.wait,
      next_sweep_at = now() + due.wait
    FROM due
    WHERE o.id = due.id
    RETURNING o.id, o.epoch, o.broker_id, due.position,
      CASE WHEN ${isUnavailableSql(':unavailableLimitMs')} THEN true END AS "isUnavailable"
  )
  SELECT id AS "orderId", epoch, broker_id AS "brokerId", "isUnavailable",
    (
      SELECT count(*)
      FROM selected) >= (
      SELECT least(:batchLimit, ceil(2.0 * :batchLimit / count(*)))
      FROM entitled) AS "mayBeMore"
  FROM requeued
  ORDER BY position`,
);

const batchLimit = 500;
/**
 * The limit of one broker in one sweep. A broker with more overdue orders gets the others in the next sweeps, so it
 * cannot fill the queue.
 * @internal
 */
export const brokerLimit = 2_000;

export interface RequeueDueOrdersDeps {
  readonly db: Pick<Db, 'query'>;
  readonly notify: (wakeUps: readonly WakeUp[]) => void;
  /** An order waits this long for a system that is unavailable. */
  readonly unavailableLimitMs: number;
}

/** Re-queues every overdue order, up to `brokerLimit` of each broker, and returns their number. */
export async function requeueDueOrders({ db, notify, unavailableLimitMs }: RequeueDueOrdersDeps): Promise<number> {
  const countByBroker = new Map<string, number>();
  let count = 0;
  for (;;) {
    const due = await db.query(requeueDueOrdersStatement, {
      batchLimit,
      brokerLimit,
      countByBroker: Object.fromEntries(countByBroker),
      unavailableLimitMs,
    });
    const wakeUps = due.map(
      ({ orderId, epoch, isUnavailable }): WakeUp => ({ orderId, epoch, ...(isUnavailable && { isUnavailable }) }),
    );
    if (wakeUps.length > 0) notify(wakeUps);
    for (const { brokerId } of due) countByBroker.set(brokerId, (countByBroker.get(brokerId) ?? 0) + 1);
    count += wakeUps.length;
    if (!due[0]?.mayBeMore) return count;
  }
}
