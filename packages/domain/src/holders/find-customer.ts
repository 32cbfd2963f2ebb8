import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { unprocessableRequest } from '@linework/problem-details/make-problem';

/** The lock that a foreign key takes: it waits for whoever is anonymising the holder, and for no other new record. */
const findStatement = statement(
  'find-customer',
  `SELECT broker_id AS "brokerId", anonymised_at IS NOT NULL AS anonymised FROM holder
   WHERE id = $1::uuid AND ($2::uuid IS NULL OR broker_id = $2::uuid) FOR KEY SHARE`,
);

/**
 * Whose holder it is that something new is to be made for. In a transaction nobody anonymises the holder before its end. Raises
 * 422 for one that is not there, another broker's, or anonymised.
 */
export async function findCustomer(db: Pick<Db, 'query'>, caller: Caller, holderId: string): Promise<{ readonly brokerId: string }> {
  const [found] = await db.query<{ readonly brokerId: string; readonly anonymised: boolean }>(findStatement, [holderId, caller.brokerId]);
  if (!found) throw unprocessableRequest(`There is no holder ${holderId}.`, { code: 'unknown-holder' });
  if (found.anonymised) throw unprocessableRequest(`Holder ${holderId} is anonymised, and nothing new is made for it.`, { code: 'holder-anonymised' });
  return { brokerId: found.brokerId };
}
