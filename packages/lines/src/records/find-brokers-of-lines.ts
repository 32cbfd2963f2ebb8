import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

const findBrokersStatement = statement(
  'find-brokers-of-lines',
  'SELECT id, broker_id AS "brokerId" FROM line WHERE id = ANY($1::uuid[]) AND ($2::uuid IS NULL OR broker_id = $2::uuid)',
);

/** Finds the broker of each of these lines; lines that do not exist or that the caller cannot see are missing. */
export async function findBrokersOfLines(
  db: Pick<Db, 'query'>,
  caller: Caller,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ readonly id: string; readonly brokerId: string }>(findBrokersStatement, [
    lineIds,
    caller.brokerId,
  ]);
  return new Map(rows.map(({ id, brokerId }) => [id, brokerId]));
}
