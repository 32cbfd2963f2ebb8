import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { KeyWrapper } from '@linework/secrets/key-wrapping';
import { sealBatch } from '@linework/secrets/seal-batch';
import { v7 as newId } from 'uuid';
import { type SigningKey, secretPrefix } from '../signature/sign.ts';

const secretBytes = 32;
const rawKeyBytes = 32;

interface DrawnKey extends SigningKey {
  /** Of an ed25519 key, as Standard Webhooks writes it. */
  readonly publicKey: string | null;
}

/** Draws a new key. */
function drawKey(kind: SigningKey['kind']): DrawnKey {
  if (kind === 'hmac')
    return { kind, secret: `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`, publicKey: null };
  const pair = generateKeyPairSync('ed25519');
  const raw = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-rawKeyBytes);
  return {
    kind,
    secret: pair.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKey: `whpk_${raw.toString('base64')}`,
  };
}

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
