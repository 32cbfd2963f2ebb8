import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

const listStatement = statement(
  'list-webhook-public-keys',
  { endpointId: 'uuid' },
  `SELECT id, public_key AS "publicKey", created_at AS "createdAt", expires_at AS "expiresAt"
   FROM webhook_secret
   WHERE endpoint_id = :endpointId
     AND public_key IS NOT NULL
     AND (expires_at IS NULL OR expires_at > now())
   ORDER BY created_at DESC, id DESC`,
);

/**
 * The public keys that verify what an endpoint gets, the newest first. Empty for an endpoint that does not exist or has
 * a shared secret.
 */
export async function listPublicKeys(db: Pick<Db, 'query'>, endpointId: string) {
  const rows = await db.query(listStatement, { endpointId });
  return rows.flatMap(({ id, publicKey, createdAt, expiresAt }) =>
    publicKey === null
      ? []
      : [
          {
            id,
            algorithm: 'ed25519' as const,
            publicKey,
            createdAt: createdAt.toISOString(),
            ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
          },
        ],
  );
}
