import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { conflict } from '@linework/problem-details/make-problem';
import { eventType } from '@linework/schemas/events';
import { emitKeyEvent } from './create-api-key.ts';
import { type KeyTarget, type LockedKeys, lockKeyForCaller } from './lock-key-for-caller.ts';

const revokeStatement = statement(
  'revoke-api-key',
  { keyId: 'uuid' },
  'UPDATE api_key SET revoked_at = now() WHERE id = :keyId AND revoked_at IS NULL RETURNING id',
);

/**
 * Revokes a key for good; a revoked key stays as it is. Raises not-found, forbidden for a key that has more rights than
 * the caller's own, and conflict for the last usable key of the caller's broker, or of the operators when the caller is
 * one.
 */
export async function revokeApiKey(db: Db, target: KeyTarget): Promise<void> {
  await db.transaction(async (tx) => {
    const locked = await lockKeyForCaller(tx, target);
    if (isLastUsableKey(locked, target))
      throw conflict('This is the last usable key. Roll it instead: a new key then replaces it.', { code: 'last-key' });
    const revoked = await tx.query(revokeStatement, { keyId: target.keyId });
    if (revoked.length > 0) await emitKeyEvent(tx, eventType('api_key.revoked'), locked.key, target.caller.keyId);
  });
}

/** Whether this is the last usable key of the broker, or of the operators. */
function isLastUsableKey({ key, usable }: LockedKeys, { caller }: KeyTarget): boolean {
  if (key.brokerId !== caller.brokerId) return false;
  const equivalentKeys = usable.filter(({ scopes }) => caller.brokerId !== null || scopes.includes('operator'));
  return equivalentKeys.length === 1 && equivalentKeys[0]?.id === key.id;
}
