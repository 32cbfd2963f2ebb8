import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

/** The failed orders that need attention, for one step and error code. */
export interface FailureCount {
  readonly step: string;
  readonly errorCode: string;
  readonly count: number;
  readonly firstFailedAt: Date;
  readonly lastFailedAt: Date;
}

/** Looks up each order by its key. With a plain join the planner may read the whole table of orders. */
const countFailuresStatement = statement(
  'count-failures',
  `SELECT f.step, f.error_code AS "errorCode", count(*)::int AS count, min(o.failed_at) AS "firstFailedAt",
     max(o.failed_at) AS "lastFailedAt"
  FROM order_failure f
  CROSS JOIN LATERAL (SELECT failed_at, superseded_by FROM orders WHERE id = f.order_id OFFSET 0) AS o
  WHERE o.superseded_by IS NULL
  GROUP BY f.step, f.error_code
  ORDER BY count DESC, f.step, f.error_code`,
).returns<{ readonly firstFailedAt: Date; readonly lastFailedAt: Date }>();

/**
 * Counts the failed orders of all brokers that need attention, the most frequent failure first. A superseded order
 * needs none.
 */
export function countFailures(db: Pick<Db, 'query'>): Promise<readonly FailureCount[]> {
  return db.query(countFailuresStatement);
}
