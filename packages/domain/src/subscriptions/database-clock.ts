import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

const clockStatement = statement('database-clock', 'SELECT clock_timestamp() AS now');

/** What time it is by the database's clock. */
export async function databaseClock(db: Pick<Db, 'query'>): Promise<Date> {
  const [clock] = await db.query<{ readonly now: Date }>(clockStatement, []);
  if (!clock) throw new Error('the database told no time');
  return clock.now;
}
