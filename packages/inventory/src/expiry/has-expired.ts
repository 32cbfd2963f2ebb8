import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';

/**
 * Whether any reservation or quarantine has expired by the database's clock. Nearly always none has, and the statements that end them would be
 * planned once per slot to find that out. ORDER BY makes PostgreSQL read from the end of an index: when many rows had expired at the last
 * ANALYZE, it would otherwise read the whole table.
 */
export async function hasExpired(
  db: Pick<Db, 'query'>,
  column: 'reserved_until' | 'quarantine_ends_at',
): Promise<boolean> {
  const rows = await db.query(
    unprepared(`SELECT 1 FROM resource_state WHERE ${column} <= now() ORDER BY ${column} LIMIT 1`),
    [],
  );
  return rows.length > 0;
}
