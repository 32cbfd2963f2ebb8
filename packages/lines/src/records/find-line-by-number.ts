import { withoutBrokerScope } from '@linework/db/broker-scope';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

const findLineStatement = statement(
  'find-line-by-number',
  { msisdn: 'text' },
  `SELECT id, broker_id AS "brokerId" FROM line WHERE msisdn = :msisdn AND terminated_at IS NULL`,
);

/** Finds the line of any broker that has a number; undefined where none has. */
export async function findLineByNumber(
  db: Pick<Db, 'query'>,
  msisdn: string,
): Promise<{ readonly id: string; readonly brokerId: string } | undefined> {
  const findLines = () => db.query(findLineStatement, { msisdn });
  const [line] = await withoutBrokerScope(
    'only one line has a number, and the caller learns no more than that',
    findLines,
  );
  return line;
}
