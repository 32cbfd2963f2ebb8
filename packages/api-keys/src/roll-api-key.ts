import type { Scope } from '@linework/auth/scopes';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { conflict } from '@linework/problem-details/make-problem';
import { eventType } from '@linework/schemas/events';
import type { ApiKey } from '@linework/schemas/keys/api-key';
import { createApiKey, emitKeyEvent } from './create-api-key.ts';
import { assertKeyLimit } from './create-key-for-caller.ts';
import { type KeyTarget, lockKeyForCaller } from './lock-key-for-caller.ts';

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
  /** The group in the key of an operator. */
  readonly cellGroup?: string | undefined;
}

/**
 * Creates a successor with the same name, broker, scopes and addresses, and the expiry that the old key was created
 * with. The old key ends at the chosen time, or earlier if it expires earlier. Raises not-found, forbidden for a key
 * that has more rights than the caller's own, and conflict for a key that has ended or when there are too many keys.
 */
export function rollApiKey(db: Db, input: RollInput): Promise<ApiKey & { readonly key: string }> {
  return db.transaction(async (tx) => {
    const { key: old } = await lockKeyForCaller(tx, input);
    if (old.ended) throw conflict('This key has ended. Create a new one.', { code: 'key-ended' });
    if (input.oldKeyEndsInSeconds > 0) await assertKeyLimit(tx, input.caller);
    await tx.query(endKeyStatement, { oldId: old.id, oldKeyEndsInSeconds: input.oldKeyEndsInSeconds });
    await emitKeyEvent(tx, eventType('api_key.rotated'), old, input.caller.keyId);
    const { name, brokerId, scopes, allowedAddresses, originalExpiresAt } = old;
    const expiresAt = originalExpiresAt?.toISOString();
    const successor = await createApiKey(tx, {
      name,
      brokerId: brokerId ?? undefined,
      cellGroup: input.cellGroup,
      scopes: scopes as Scope[],
      allowedAddresses,
      expiresAt,
      createdByKeyId: input.caller.keyId,
    });
    await tx.query(passEndpointsStatement, { oldId: old.id, successorId: successor.id });
    return successor;
  });
}
