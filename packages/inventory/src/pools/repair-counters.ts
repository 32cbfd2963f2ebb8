import type { Db } from '@linework/db/db';
import { statement, unprepared } from '@linework/db/statement';
import { type CounterMismatch, counterMismatchSql } from './verify-counters.ts';

/** Two concurrent repairs would both append the missing rows. */
const lockRepairStatement = statement(
  'lock-counter-repair',
  "SELECT pg_advisory_xact_lock(hashtext('repair-counters'))",
);

/** The repair appends the difference like a status change does, so concurrent changes need not wait. */
const repairCountersStatement = unprepared(
  'repair-counters',
  `WITH wrong AS MATERIALIZED (${counterMismatchSql}), repaired AS (
    INSERT INTO pool_count (pool_id, status, delta) SELECT "poolId", status, counted - summed FROM wrong
  )
  SELECT * FROM wrong ORDER BY 1, 2`,
).returns<{ readonly poolId: string; readonly status: string }>();

/** Repairs every wrong counter of the pools and returns the mismatches. */
export function repairCounters(db: Pick<Db, 'transaction'>): Promise<readonly CounterMismatch[]> {
  return db.transaction(async (tx) => {
    await tx.query(lockRepairStatement);
    return tx.query(repairCountersStatement);
  });
}
