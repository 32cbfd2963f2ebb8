import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import { measuredOrders } from '@linework/schemas/backlog/backlog';

type StepTimes = RowOf<typeof measureStatement>;

/**
 * However many orders an hour has, only so many are read. A local step starts and ends in one statement, so it has no
 * time to show.
 */
const measureStatement = statement(
  'measure-steps',
  { measuredOrders: 'int' },
  `SELECT o.type || '.' || s.code AS step,
     count(*)::int AS count,
     percentile_cont(0.5) WITHIN GROUP (
       ORDER BY extract(epoch FROM s.finished_at - s.started_at) * 1000)::float8 AS "p50Ms",
     percentile_cont(0.99) WITHIN GROUP (
       ORDER BY extract(epoch FROM s.finished_at - s.started_at) * 1000)::float8 AS "p99Ms"
   FROM (
     SELECT id, type
     FROM orders
     WHERE created_at > now() - interval '1 h'
     ORDER BY created_at DESC, id DESC
     LIMIT :measuredOrders
   ) o
   JOIN order_step s ON s.order_id = o.id AND s.status = 'SUCCESS' AND s.finished_at > s.started_at
   GROUP BY 1
   ORDER BY "p99Ms" DESC, 1
   LIMIT 100`,
);

/** Measures the steps of the newest orders of the last hour: from the first attempt to the success. */
export function measureSteps(db: Pick<Db, 'query'>): Promise<StepTimes[]> {
  return db.query(measureStatement, { measuredOrders }) as Promise<StepTimes[]>;
}
