import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

const readStatement = statement(
  'read-key-state',
  { keyId: 'uuid', brokerId: 'uuid?', scopes: 'text[]' },
  `SELECT coalesce(b.status = 'SUSPENDED', false) AS "isSuspended"
   FROM api_key k
   LEFT JOIN broker b ON b.id = k.broker_id
   WHERE k.id = :keyId
     AND (:brokerId IS NULL OR k.broker_id = :brokerId)
     AND k.revoked_at IS NULL
     AND (k.expires_at IS NULL OR k.expires_at > now())
     AND k.scopes @> :scopes`,
);

/**
 * Whether the key of a request that is still open may go on: ended means that it is revoked, has expired, or lost a
 * scope that the request began with.
 */
export async function readKeyState(
  db: Pick<Db, 'query'>,
  { keyId, brokerId, scopes }: Pick<Caller, 'keyId' | 'brokerId' | 'scopes'>,
): Promise<'valid' | 'suspended' | 'ended'> {
  const [key] = await db.query(readStatement, { keyId, brokerId, scopes });
  if (!key) return 'ended';
  return key.isSuspended ? 'suspended' : 'valid';
}
