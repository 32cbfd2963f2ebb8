import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

const countStatement = statement(
  'test-count-read-rows',
  { relname: 'text' },
  `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS read
   FROM pg_stat_user_tables, pg_stat_force_next_flush()
   WHERE relname = :relname`,
).returns<{ readonly read: number }>();

/**
 * Counts the rows of a table that this database has read so far. Use it with a pool of one session: a session writes
 * its statistics when a statement tells it to, so only its own reads are surely counted.
 */
export async function countReadRows(db: Pick<Db, 'query'>, table: string): Promise<number> {
  // The first statement writes the statistics when it ends, and the second reads them.
  await db.query(countStatement, { relname: table });
  const [row] = await db.query(countStatement, { relname: table });
  if (!row) throw new Error(`there is no table ${table}`);
  return row.read;
}
