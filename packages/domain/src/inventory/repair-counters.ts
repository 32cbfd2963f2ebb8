import type { Db } from '@linework/db/db';
import { statement, unprepared } from '@linework/db/statement';
import { type CounterMismatch, counterMismatchSql } from './verify-counters.ts';

/** Two that mend at once would both append what is missing. */
const lockRepairStatement = statement('lock-counter-repair', "SELECT pg_advisory_xact_lock(hashtext('mend-counts'))");

/** What is missing is appended like any move's, so that moves that are under way add to it and nobody has to wait. */
const repairCountersStatement = unprepared(
  `WITH wrong AS MATERIALIZED (${counterMismatchSql}), mended AS (
    INSERT INTO pool_count (pool_id, status, delta) SELECT "poolId", status, counted - summed FROM wrong
  )
  SELECT * FROM wrong ORDER BY 1, 2`,
);

/** Puts every wrong number of a pool right; answers what was wrong. */
export function repairCounters(db: Pick<Db, 'transaction'>): Promise<readonly CounterMismatch[]> {
  return db.transaction(async (tx) => {
    await tx.query(lockRepairStatement, []);
    return tx.query<CounterMismatch>(repairCountersStatement, []);
  });
}
