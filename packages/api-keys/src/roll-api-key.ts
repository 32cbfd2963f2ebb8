import type { Scope } from '@linework/auth/scopes';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { conflict } from '@linework/problem-details/make-problem';
import { eventType } from '@linework/schemas/events';
import type { ApiKey } from '@linework/schemas/keys/api-key';
import { createApiKey, emitKeyEvent } from './create-api-key.ts';
import { isOperator, type KeyTarget, type LockedKeys, lockKeyForCaller } from './lock-key-for-caller.ts';

const endKeyStatement = statement(
  'end-api-key',
  { oldId: 'uuid', oldKeyEndsInSeconds: 'int' },
  `UPDATE api_key
   SET expires_at = least(expires_at, now() + :oldKeyEndsInSeconds * interval '1 second')
   WHERE id = :oldId`,
);

/** Or the webhooks of the owner would stop when the old key ends. */
const passEndpointsStatement = statement(
  'pass-webhook-endpoints-to-key',
  { oldId: 'uuid', successorId: 'uuid' },
  'UPDATE webhook_endpoint SET key_id = :successorId WHERE key_id = :oldId',
);

export interface RollInput extends KeyTarget {
  readonly oldKeyEndsInSeconds: number;
}

/** Requests are limited per key: a broker must not raise its limit by rolling keys again and again. */
const maxKeysPerBroker = 50;

/**
 * Creates a successor with the same name, broker and scopes, and the expiry that the old key was created with. The old
 * key ends at the chosen time, or earlier if it expires earlier. Raises not-found, forbidden for a key that has more
 * rights than the caller's own, and conflict for a key that has ended or when there are too many keys.
 */
export function rollApiKey(db: Db, input: RollInput): Promise<ApiKey & { readonly key: string }> {
  return db.transaction(async (tx) => {
    const locked = await lockKeyForCaller(tx, input);
    const { key: old } = locked;
    if (old.ended) throw conflict('This key has ended. Create a new one.', { code: 'key-ended' });
    assertKeyLimit(locked, input);
    await tx.query(endKeyStatement, { oldId: old.id, oldKeyEndsInSeconds: input.oldKeyEndsInSeconds });
    await emitKeyEvent(tx, eventType('api_key.rotated'), old, input.caller.keyId);
    const { name, brokerId, scopes, originalExpiresAt } = old;
    const expiresAt = originalExpiresAt?.toISOString();
    const successor = await createApiKey(tx, {
      name,
      brokerId: brokerId ?? undefined,
      scopes: scopes as Scope[],
      expiresAt,
      createdByKeyId: input.caller.keyId,
    });
    await tx.query(passEndpointsStatement, { oldId: old.id, successorId: successor.id });
    return successor;
  });
}

function assertKeyLimit({ usable }: LockedKeys, { caller, oldKeyEndsInSeconds }: RollInput): void {
  if (isOperator(caller) || oldKeyEndsInSeconds === 0 || usable.length < maxKeysPerBroker) return;
  const detail =
    `There are ${usable.length} usable keys, and another one would be too many. Revoke keys, or send ` +
    'oldKeyEndsInSeconds 0.';
  throw conflict(detail, { code: 'too-many-keys' });
}
