import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { dayInSql } from './day-in-sql.ts';

const todayStatement = statement('read-today', `SELECT ${dayInSql('now()')}::text AS today`);

/** The day it is in Sao Paulo by the database's clock, YYYY-MM-DD. */
export async function readToday(db: Pick<Db, 'query'>): Promise<string> {
  const [row] = await db.query<{ today: string }>(todayStatement, []);
  if (!row) throw new Error('a SELECT without FROM answers a row');
  return row.today;
}
