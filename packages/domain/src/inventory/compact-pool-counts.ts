import type { Db } from '@linework/db/db';
import { plannedEachTime } from '@linework/db/statement';

/**
 * Replaces what was appended to the numbers of a pool by its sum. Both happen in one statement, so that whoever adds up sees
 * the parts or the sum and never both. It touches only rows that are committed and that nobody else adds up at this moment:
 * a move never waits for it, nor it for a move. What stands alone is left alone, so that at rest nothing is written. Rows are
 * never updated, so that one that is locked stays where it is and can be found by its place.
 */
const compactPoolCountsStatement = plannedEachTime(
  `WITH crowded AS MATERIALIZED (
    SELECT pool_id, status FROM pool_count GROUP BY pool_id, status HAVING count(*) > 1
  ), taken AS (
    SELECT c.ctid FROM pool_count c JOIN crowded USING (pool_id, status) ORDER BY c.pool_id, c.status, c.seq LIMIT $1 FOR UPDATE OF c SKIP LOCKED
  ), gone AS (
    DELETE FROM pool_count WHERE ctid = ANY(ARRAY(SELECT ctid FROM taken)) RETURNING pool_id, status, delta
  ), summed AS (
    INSERT INTO pool_count (pool_id, status, delta) SELECT pool_id, status, sum(delta) FROM gone GROUP BY pool_id, status HAVING sum(delta) <> 0
  )
  SELECT count(*)::int AS count FROM gone`,
);

const mostAtOnce = 20_000;

/** Adds up the appended counts of every pool; answers how many rows it took in. May run anywhere, also many at once. */
export async function compactPoolCounts(db: Pick<Db, 'query'>): Promise<number> {
  let sum = 0;
  for (;;) {
    const [done] = await db.query<{ count: number }>(compactPoolCountsStatement, [mostAtOnce]);
    const count = done?.count ?? 0;
    sum += count;
    // Under load there is always something new: what was appended meanwhile is for the next time.
    if (count < mostAtOnce) return sum;
  }
}
