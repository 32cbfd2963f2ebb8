import { withoutBrokerScope } from '@linework/db/broker-scope';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

const findLineStatement = statement('find-line-by-number', `SELECT id, broker_id AS "brokerId" FROM line WHERE msisdn = $1 AND status <> 'TERMINATED'`);

/** The line that has a number, whosever it is; undefined where none does. */
export async function findLineByNumber(db: Pick<Db, 'query'>, msisdn: string): Promise<{ readonly id: string; readonly brokerId: string } | undefined> {
  const findLines = () => db.query<{ readonly id: string; readonly brokerId: string }>(findLineStatement, [msisdn]);
  const [line] = await withoutBrokerScope('one line has a number, whosever it is, and the caller is told no more than that', findLines);
  return line;
}
