import { acrossBrokers } from '@linework/db/broker-wall';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

const numberStatement = statement('line-with-number', `SELECT id, broker_id AS "brokerId" FROM line WHERE msisdn = $1 AND status <> 'TERMINATED'`);

/** The line that has a number, whosever it is; undefined where none does. */
export async function lineWithNumber(db: Pick<Db, 'query'>, msisdn: string): Promise<{ readonly id: string; readonly brokerId: string } | undefined> {
  const ask = () => db.query<{ readonly id: string; readonly brokerId: string }>(numberStatement, [msisdn]);
  const [line] = await acrossBrokers('one line has a number, whosever it is, and the caller is told no more than that', ask);
  return line;
}
