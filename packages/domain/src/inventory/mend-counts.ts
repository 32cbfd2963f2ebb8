import type { Db } from '@linework/db/db';
import { plannedEachTime, statement } from '@linework/db/statement';
import { type WrongCount, wrongCounts } from './prove-counts.ts';

/** Two that mend at once would both append what is missing. */
const mendAlone = statement('mend-counts-alone', "SELECT pg_advisory_xact_lock(hashtext('mend-counts'))");

/** What is missing is appended like any move's, so that moves that are under way add to it and nobody has to wait. */
const mendCountsStatement = plannedEachTime(
  `WITH wrong AS MATERIALIZED (${wrongCounts}), mended AS (
    INSERT INTO pool_count (pool_id, status, delta) SELECT "poolId", status, counted - summed FROM wrong
  )
  SELECT * FROM wrong ORDER BY 1, 2`,
);

/** Puts every wrong number of a pool right; answers what was wrong. */
export function mendCounts(db: Pick<Db, 'transaction'>): Promise<readonly WrongCount[]> {
  return db.transaction(async (tx) => {
    await tx.query(mendAlone, []);
    return tx.query<WrongCount>(mendCountsStatement, []);
  });
}
