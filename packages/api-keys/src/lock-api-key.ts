import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { notFound } from '@linework/problem-details/make-problem';

const lockApiKeyStatement = statement(
  'lock-api-key',
  { keyId: 'uuid', brokerId: 'uuid?' },
  `SELECT id, name, broker_id AS "brokerId", scopes, original_expires_at AS "originalExpiresAt", revoked_at IS NOT NULL
     OR coalesce(expires_at <= now(), false) AS ended
   FROM api_key
   WHERE id = :keyId AND (:brokerId IS NULL OR broker_id = :brokerId)
   FOR NO KEY UPDATE`,
);

export interface LockedApiKey {
  readonly id: string;
  readonly name: string;
  readonly brokerId: string | null;
  readonly scopes: readonly string[];
  /** The expiry that the key was created with. */
  readonly originalExpiresAt: Date | null;
  /** Revoked, or expired by the database's clock. */
  readonly ended: boolean;
}

/** Locks a key until the transaction ends. Raises not-found when it does not exist or belongs to another broker. */
export async function lockApiKey(
  tx: Db,
  { caller, keyId }: { readonly caller: Caller; readonly keyId: string },
): Promise<LockedApiKey> {
  const [key] = await tx.query(lockApiKeyStatement, { keyId, brokerId: caller.brokerId });
  if (!key) throw notFound(`There is no key ${keyId}.`);
  return key;
}
