import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { conflict } from '@linework/problem-details/make-problem';
import { holderNotFound } from './find-holder.ts';

const lockStatement = statement(
  'lock-holder',
  { holderId: 'uuid', brokerId: 'uuid?' },
  `SELECT broker_id AS "brokerId", anonymised_at IS NOT NULL AS anonymised
   FROM holder
   WHERE id = :holderId AND (:brokerId IS NULL OR broker_id = :brokerId)
   FOR UPDATE`,
);

/**
 * Locks a holder until the end of the transaction and returns its broker. Raises not-found, and conflict when it is
 * anonymised.
 */
export async function lockHolder(
  tx: Db,
  { caller, holderId }: { caller: Caller; holderId: string },
): Promise<{ readonly brokerId: string }> {
  const [found] = await tx.query(lockStatement, {
    holderId,
    brokerId: caller.brokerId,
  });
  if (!found) throw holderNotFound(holderId);
  if (found.anonymised)
    throw conflict('This holder is anonymised and can no longer change.', { code: 'already-anonymised' });
  return { brokerId: found.brokerId };
}
