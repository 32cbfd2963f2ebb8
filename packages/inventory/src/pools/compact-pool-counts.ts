import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';

/**
 * Replaces the appended counter rows of a pool by their sum, in one statement, so that a reader sees either the parts
 * or the sum. It touches only committed rows that no other compaction has locked: a status change never waits for it,
 * nor the reverse. Single rows are skipped, so an idle database writes nothing. Rows are never updated, so a locked row
 * keeps its ctid.
 */
const compactPoolCountsStatement = unprepared(
  'compact-pool-counts',
  { batchLimit: 'bigint' },
  `WITH uncompacted AS MATERIALIZED (
    SELECT pool_id, status FROM pool_count GROUP BY pool_id, status HAVING count(*) > 1
  ), selected_rows AS (
    SELECT c.ctid
    FROM pool_count c
    JOIN uncompacted USING (pool_id, status)
    ORDER BY c.pool_id, c.status, c.seq
    LIMIT :batchLimit
    FOR UPDATE OF c SKIP LOCKED
  ), deleted_rows AS (
    DELETE FROM pool_count WHERE ctid = ANY(ARRAY(SELECT ctid FROM selected_rows)) RETURNING pool_id, status, delta
  ), summed AS (
    INSERT INTO pool_count (pool_id, status, delta)
    SELECT pool_id, status, sum(delta)
    FROM deleted_rows
    GROUP BY pool_id, status
    HAVING sum(delta) <> 0
  )
  SELECT count(*)::int AS count FROM deleted_rows`,
);

const batchLimit = 20_000;

/** Adds up the appended counter rows of every pool and returns how many rows it replaced. Concurrent calls are safe. */
export async function compactPoolCounts(db: Pick<Db, 'query'>): Promise<number> {
  let total = 0;
  for (;;) {
    const [result] = await db.query(compactPoolCountsStatement, { batchLimit });
    const count = result?.count ?? 0;
    total += count;
    // Under load new rows arrive all the time; the next call compacts them.
    if (count < batchLimit) return total;
  }
}
