import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

/** Failed orders that need attention, of one step and error code. */
export interface FailureCount {
  readonly step: string;
  readonly errorCode: string;
  readonly count: number;
  readonly firstFailedAt: Date;
  readonly lastFailedAt: Date;
}

/** Each order is looked up by key: joined plainly, the planner may read all the orders there are. */
const countFailuresStatement = statement(
  'count-failures',
  `SELECT f.step, f.error_code AS "errorCode", count(*)::int AS count, min(o.failed_at) AS "firstFailedAt", max(o.failed_at) AS "lastFailedAt"
  FROM order_failure f
  CROSS JOIN LATERAL (SELECT failed_at, superseded_by FROM orders WHERE id = f.order_id OFFSET 0) AS o
  WHERE o.superseded_by IS NULL
  GROUP BY f.step, f.error_code
  ORDER BY count DESC, f.step, f.error_code`,
);

/** Counts the failed orders of all brokers that need attention, the most frequent failure first. One that was superseded needs none. */
export function countFailures(db: Pick<Db, 'query'>): Promise<readonly FailureCount[]> {
  return db.query<FailureCount>(countFailuresStatement, []);
}
