import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

const findBrokersStatement = statement(
  'find-brokers-of-lines',
  { lineIds: 'uuid[]', brokerId: 'uuid?' },
  `SELECT id, broker_id AS "brokerId"
   FROM line
   WHERE id = ANY(:lineIds) AND (:brokerId IS NULL OR broker_id = :brokerId)`,
);

/** Finds the broker of each of these lines; lines that do not exist or that the caller cannot see are missing. */
export async function findBrokersOfLines(
  db: Pick<Db, 'query'>,
  caller: Caller,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query(findBrokersStatement, {
    lineIds,
    brokerId: caller.brokerId,
  });
  return new Map(rows.map(({ id, brokerId }) => [id, brokerId]));
}
