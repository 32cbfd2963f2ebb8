import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { unprocessableRequest } from '@linework/problem-details/make-problem';

/**
 * The lock is the one that a foreign key takes: it waits for an anonymisation of the holder, but not for other new
 * records.
 */
const findStatement = statement(
  'find-customer',
  { holderId: 'uuid', brokerId: 'uuid?' },
  `SELECT broker_id AS "brokerId", anonymised_at IS NOT NULL AS anonymised
   FROM holder
   WHERE id = :holderId AND (:brokerId IS NULL OR broker_id = :brokerId)
   FOR KEY SHARE`,
);

/**
 * Finds the broker of a holder that gets a new record. Within a transaction the holder cannot be anonymised before its
 * end. Raises 422 for a holder that does not exist, belongs to another broker, or is anonymised.
 */
export async function findCustomer(
  db: Pick<Db, 'query'>,
  caller: Caller,
  holderId: string,
): Promise<{ readonly brokerId: string }> {
  const [found] = await db.query(findStatement, {
    holderId,
    brokerId: caller.brokerId,
  });
  if (!found) throw unprocessableRequest(`There is no holder ${holderId}.`, { code: 'unknown-holder' });
  if (found.anonymised)
    throw unprocessableRequest(`Holder ${holderId} is anonymised and cannot get new records.`, {
      code: 'holder-anonymised',
    });
  return { brokerId: found.brokerId };
}
