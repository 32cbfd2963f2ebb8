import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { conflict, forbidden, missingScope } from '@linework/problem-details/make-problem';
import type { ApiKey } from '@linework/schemas/keys/api-key';
import { type ApiKeyInput, createApiKey } from './create-api-key.ts';
import { assertNotStronger, isOperator, lockKeysOfCaller } from './lock-key-for-caller.ts';
import { readNetworks } from './read-networks.ts';

/** Requests are limited per key: a broker must not raise its limit by making keys again and again. */
const maxKeysPerBroker = 50;

const countUsableStatement = statement(
  'count-usable-api-keys',
  { brokerId: 'uuid?' },
  `SELECT count(*)::int AS count
   FROM api_key
   WHERE broker_id IS NOT DISTINCT FROM :brokerId
     AND revoked_at IS NULL
     AND (expires_at IS NULL OR expires_at > now())`,
).returns<{ readonly count: number }>();

/**
 * Raises conflict when a broker has so many usable keys that another one would be too many. Call it after
 * `lockKeysOfCaller`: it counts what another request has made while this one waited for the lock.
 */
export async function assertKeyLimit(tx: Db, caller: Caller): Promise<void> {
  if (isOperator(caller)) return;
  const [{ count } = { count: 0 }] = await tx.query(countUsableStatement, { brokerId: caller.brokerId });
  if (count < maxKeysPerBroker) return;
  const detail =
    `There are ${count} usable keys, and another one would be too many. Revoke keys, or roll one with ` +
    'oldKeyEndsInSeconds 0.';
  throw conflict(detail, { code: 'too-many-keys' });
}

export interface CallersKeyInput extends Omit<ApiKeyInput, 'createdByKeyId'> {
  readonly caller: Caller;
}

/**
 * Creates a key for the caller: an operator's for any broker and with any scope, everybody else's for the own broker
 * and with no more rights than the caller has. Without `allowedAddresses` it gets those of the caller's own key. Raises
 * forbidden for more, not-found for another broker, and conflict when there are too many keys.
 */
export function createKeyForCaller(db: Db, { caller, ...input }: CallersKeyInput) {
  return db.transaction(async (tx): Promise<ApiKey & { readonly key: string }> => {
    const networks = input.allowedAddresses && (await readNetworks(tx, input.allowedAddresses));
    const made = { ...input, createdByKeyId: caller.keyId };
    if (isOperator(caller)) return createApiKey(tx, { ...made, allowedAddresses: networks });
    const { own } = await lockKeysOfCaller(tx, caller);
    const brokerId = caller.brokerId ?? undefined;
    if (brokerId !== undefined && input.brokerId !== undefined && input.brokerId !== brokerId)
      throw forbidden('The API key belongs to another broker.', { code: 'other-broker' });
    // A key that sees every broker and is not an operator's makes only keys that do the same.
    if (caller.brokerId === null && input.brokerId !== undefined) throw missingScope('operator');
    const allowedAddresses = networks ?? own?.allowedAddresses ?? [];
    const originalExpiresAt = input.expiresAt === undefined ? null : new Date(input.expiresAt);
    await assertNotStronger(tx, { caller, own }, { scopes: input.scopes, originalExpiresAt, allowedAddresses });
    await assertKeyLimit(tx, caller);
    return createApiKey(tx, { ...made, brokerId, allowedAddresses });
  });
}
