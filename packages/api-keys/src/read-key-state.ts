import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

const readStatement = statement(
  'read-key-state',
  { keyId: 'uuid', brokerId: 'uuid?', scopes: 'text[]', address: 'text?' },
  `SELECT coalesce(b.status = 'SUSPENDED', false) AS "isSuspended"
   FROM api_key k
   LEFT JOIN broker b ON b.id = k.broker_id
   WHERE k.id = :keyId
     AND (:brokerId IS NULL OR k.broker_id = :brokerId)
     AND k.revoked_at IS NULL
     AND (k.expires_at IS NULL OR k.expires_at > now())
     AND k.scopes @> :scopes
     AND (k.allowed_addresses = '{}' OR :address::inet <<= ANY (k.allowed_addresses::cidr[]))`,
);

/**
 * Whether the key of a request that is still open may go on: ended means that it is revoked, has expired, lost a scope
 * that the request began with, or may no longer be used from the address of the request.
 */
export async function readKeyState(
  db: Pick<Db, 'query'>,
  {
    keyId,
    brokerId,
    scopes,
    address,
  }: Pick<Caller, 'keyId' | 'brokerId' | 'scopes'> & { readonly address?: string | undefined },
): Promise<'valid' | 'suspended' | 'ended'> {
  const [key] = await db.query(readStatement, { keyId, brokerId, scopes, address });
  if (!key) return 'ended';
  return key.isSuspended ? 'suspended' : 'valid';
}
