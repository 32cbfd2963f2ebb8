import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';

/**
 * Whether a resource's reservation or rest is over by the database's clock. Nearly always none is, and to learn that from the
 * statements that end them would cost as many plans as there are lanes. In order, so that it is read from the end of an index: where
 * many were over when the rows were last counted, PostgreSQL would begin with the table and read it whole.
 */
export async function hasExpired(db: Pick<Db, 'query'>, column: 'reserved_until' | 'quarantine_ends_at'): Promise<boolean> {
  const rows = await db.query(unprepared(`SELECT 1 FROM resource_state WHERE ${column} <= now() ORDER BY ${column} LIMIT 1`), []);
  return rows.length > 0;
}
