import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';

/** Where the number of a pool's resources in a status is not what counting them finds. */
export interface CounterMismatch {
  readonly poolId: string;
  readonly status: string;
  /** What the appended counts add up to. */
  readonly summed: number;
  /** How many resources there are. */
  readonly counted: number;
}

/**
 * Every pool and status whose sum is wrong. A move and what it appends are one transaction, so that a statement sees both or
 * neither: what differs is wrong, whatever is under way.
 */
export const counterMismatchSql = `SELECT coalesce(c.pool_id, s.pool_id) AS "poolId", coalesce(c.status, s.status) AS status,
    coalesce(s.summed, 0) AS summed, coalesce(c.counted, 0) AS counted
  FROM (SELECT pool_id, status, count(*)::int AS counted FROM resource_state GROUP BY pool_id, status) AS c
  FULL JOIN (SELECT pool_id, status, sum(delta)::int AS summed FROM pool_count GROUP BY pool_id, status) AS s USING (pool_id, status)
  WHERE coalesce(s.summed, 0) <> coalesce(c.counted, 0)`;

const verifyCountersStatement = unprepared(`${counterMismatchSql} ORDER BY 1, 2`);

/** Counts every resource and compares with the numbers of the pools; answers what differs. */
export function verifyCounters(db: Pick<Db, 'query'>): Promise<readonly CounterMismatch[]> {
  return db.query<CounterMismatch>(verifyCountersStatement, []);
}
