import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';

/**
 * Replaces what was appended to the numbers of a pool by its sum. Both happen in one statement, so that whoever adds up sees
 * the parts or the sum and never both. It touches only rows that are committed and that nobody else adds up at this moment:
 * a move never waits for it, nor it for a move. What stands alone is left alone, so that at rest nothing is written. Rows are
 * never updated, so that one that is locked stays where it is and can be found by its place.
 */
const compactPoolCountsStatement = unprepared(
  `WITH crowded AS MATERIALIZED (
    SELECT pool_id, status FROM pool_count GROUP BY pool_id, status HAVING count(*) > 1
  ), taken AS (
    SELECT c.ctid FROM pool_count c JOIN crowded USING (pool_id, status) ORDER BY c.pool_id, c.status, c.seq LIMIT $1 FOR UPDATE OF c SKIP LOCKED
  ), deleted_rows AS (
    DELETE FROM pool_count WHERE ctid = ANY(ARRAY(SELECT ctid FROM taken)) RETURNING pool_id, status, delta
  ), summed AS (
    INSERT INTO pool_count (pool_id, status, delta) SELECT pool_id, status, sum(delta) FROM deleted_rows GROUP BY pool_id, status HAVING sum(delta) <> 0
  )
  SELECT count(*)::int AS count FROM deleted_rows`,
);

const batchLimit = 20_000;

/** Adds up the appended counts of every pool; answers how many rows it took in. May run anywhere, also many at once. */
export async function compactPoolCounts(db: Pick<Db, 'query'>): Promise<number> {
  let total = 0;
  for (;;) {
    const [result] = await db.query<{ count: number }>(compactPoolCountsStatement, [batchLimit]);
    const count = result?.count ?? 0;
    total += count;
    // Under load there is always something new: what was appended meanwhile is for the next time.
    if (count < batchLimit) return total;
  }
}
