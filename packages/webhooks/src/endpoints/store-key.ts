import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { KeyWrapper } from '@linework/secrets/key-wrapping';
import { sealBatch } from '@linework/secrets/seal-batch';
import { v7 as newId } from 'uuid';
import { drawKey } from '../signature/draw-key.ts';
import type { SigningKey } from '../signature/sign.ts';

const storeStatement = statement(
  'store-webhook-secret',
  {
    dataKeyId: 'uuid',
    keyId: 'text',
    wrapped: 'bytea',
    id: 'uuid',
    endpointId: 'uuid',
    kind: 'text',
    publicKey: 'text?',
    ciphertext: 'bytea?',
  },
  `WITH data_key AS (
    INSERT INTO secret_data_key (id, key_id, wrapped)
    VALUES (:dataKeyId, :keyId, :wrapped)
    RETURNING id
  )
  INSERT INTO webhook_secret (id, endpoint_id, kind, public_key, data_key_id, ciphertext)
  SELECT :id, :endpointId, :kind, :publicKey, data_key.id, :ciphertext
  FROM data_key`,
);

/** What of a new key is shown, this once. */
export interface ShownKey {
  /** Undefined for a key whose public half is enough. */
  readonly secret: string | undefined;
}

/**
 * Draws a key for an endpoint and stores it, sealed for the worker. Raises 503 where no key for secrets is configured.
 */
export async function storeKey(
  tx: Pick<Db, 'query'>,
  keyWrapper: KeyWrapper | undefined,
  { endpointId, kind }: { readonly endpointId: string; readonly kind: SigningKey['kind'] },
): Promise<ShownKey> {
  const id = newId();
  const { secret, publicKey } = drawKey(kind);
  const sealed = await sealBatch(keyWrapper, [{ resourceId: id, secrets: JSON.stringify({ secret }) }]);
  if (!sealed) throw new Error('a batch with one secret was not sealed');
  const { dataKeyId, keyId, wrapped, ciphertextByResource } = sealed;
  await tx.query(storeStatement, {
    dataKeyId,
    keyId,
    wrapped,
    id,
    endpointId,
    kind,
    publicKey,
    ciphertext: ciphertextByResource.get(id),
  });
  return { secret: kind === 'hmac' ? secret : undefined };
}
