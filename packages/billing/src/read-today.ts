import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { dayInSql } from './day-in-sql.ts';

const todayStatement = statement('read-today', `SELECT ${dayInSql('now()')}::text AS today`);

/** Today in São Paulo, YYYY-MM-DD, by the database's time. */
export async function readToday(db: Pick<Db, 'query'>): Promise<string> {
  const [row] = await db.query(todayStatement);
  if (!row) throw new Error('the database returned no day');
  return row.today;
}
