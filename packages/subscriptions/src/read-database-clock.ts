import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

const clockStatement = statement('read-database-clock', 'SELECT clock_timestamp() AS now');

/** The current time of the database. */
export async function readDatabaseClock(db: Pick<Db, 'query'>): Promise<Date> {
  const [row] = await db.query(clockStatement);
  if (!row) throw new Error('the database returned no time');
  return row.now;
}
