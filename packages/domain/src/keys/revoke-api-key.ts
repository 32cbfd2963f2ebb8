import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { conflict } from '@linework/problem-details/make-problem';
import { tellKeyEvent } from './create-api-key.ts';
import { type KeyAsked, type KeyForCaller, lockKeyForCaller } from './lock-key-for-caller.ts';

const revokeStatement = statement('revoke-api-key', 'UPDATE api_key SET revoked_at = now() WHERE id = $1::uuid AND revoked_at IS NULL RETURNING id');

/**
 * Ends a key for good; one that is revoked already stays as it is. Raises not-found, forbidden for a key that can do more than the caller's own, and
 * conflict for the last usable key of the caller's broker, or of the operators where the caller is one.
 */
export async function revokeApiKey(db: Db, asked: KeyAsked): Promise<void> {
  await db.transaction(async (tx) => {
    const locked = await lockKeyForCaller(tx, asked);
    if (isLast(locked, asked)) throw conflict('This is the last usable key. Roll it, and the new key takes its place.', { code: 'last-key' });
    const revoked = await tx.query(revokeStatement, [asked.keyId]);
    if (revoked.length > 0) await tellKeyEvent(tx, 'api-key.revoked', locked.key, asked.caller.keyId);
  });
}

/** Whether nobody could go on after this key: no other key of the broker works, or no other key of an operator. */
function isLast({ key, usable }: KeyForCaller, { caller }: KeyAsked): boolean {
  if (key.brokerId !== caller.brokerId) return false;
  const alike = usable.filter(({ scopes }) => caller.brokerId !== null || scopes.includes('operator'));
  return alike.length === 1 && alike[0]?.id === key.id;
}
