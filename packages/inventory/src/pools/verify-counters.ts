import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';

/** A pool and status whose counter differs from the number of resources. */
export interface CounterMismatch {
  readonly poolId: string;
  readonly status: string;
  /** The sum of the counter rows. */
  readonly summed: number;
  /** The number of resources. */
  readonly counted: number;
}

/**
 * Selects every pool and status with a wrong counter. A status change and its counter row are one transaction, so this
 * statement sees both or neither: every difference is an error, whatever runs concurrently.
 */
export const counterMismatchSql = `SELECT coalesce(c.pool_id, s.pool_id) AS "poolId",
    coalesce(c.status, s.status) AS status,
    coalesce(s.summed, 0) AS summed, coalesce(c.counted, 0) AS counted
  FROM (SELECT pool_id, status, count(*)::int AS counted FROM resource_state GROUP BY pool_id, status) AS c
  FULL JOIN (
    SELECT pool_id, status, sum(delta)::int AS summed
    FROM pool_count
    GROUP BY pool_id, status) AS s USING (pool_id, status)
  WHERE coalesce(s.summed, 0) <> coalesce(c.counted, 0)`;

const verifyCountersStatement = unprepared('verify-counters', `${counterMismatchSql} ORDER BY 1, 2`).returns<{
  readonly poolId: string;
  readonly status: string;
}>();

/** Counts all resources, compares them with the pool counters and returns the mismatches. */
export function verifyCounters(db: Pick<Db, 'query'>): Promise<readonly CounterMismatch[]> {
  return db.query(verifyCountersStatement);
}
