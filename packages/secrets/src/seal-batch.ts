import { unavailable } from '@linework/problem-details/make-problem';
import { v7 as newId } from 'uuid';
import { encrypt, newDataKey } from './envelope.ts';
import type { KeyWrapper } from './key-wrapping.ts';

/** The plaintext secrets of a resource, as JSON text. */
export interface PlaintextSecrets {
  readonly resourceId: string;
  readonly secrets: string;
}

/** Secrets of resources that are written together, encrypted under one data key. */
export interface SealedBatch {
  readonly dataKeyId: string;
  readonly keyId: string;
  readonly wrapped: Buffer;
  readonly ciphertextByResource: ReadonlyMap<string, Buffer>;
}

/** The context of a ciphertext. It prevents decryption of a ciphertext that was copied to another resource. */
export const buildSecretContext = (resourceId: string) => `linework resource secret ${resourceId}`;

/**
 * Encrypts the secrets of resources under one new data key, so that the expensive wrapping is done once per batch.
 * Returns undefined where there are none. Raises unavailable where no key is configured.
 */
export async function sealBatch(
  wrapper: KeyWrapper | undefined,
  batch: readonly PlaintextSecrets[],
): Promise<SealedBatch | undefined> {
  if (batch.length === 0) return undefined;
  if (!wrapper) throw noKeyProblem();
  const dataKey = newDataKey();
  const dataKeyId = newId();
  const ciphertextByResource = new Map(
    batch.map(({ resourceId, secrets }) => [
      resourceId,
      encrypt(dataKey, Buffer.from(secrets), buildSecretContext(resourceId)),
    ]),
  );
  const key = await wrapper.wrap(dataKey, dataKeyId);
  dataKey.fill(0);
  return { dataKeyId, ...key, ciphertextByResource };
}

const retryAfterSeconds = 60;

function noKeyProblem() {
  const detail = 'Secrets cannot be stored because this installation has no key for them. Set SECRET_PUBLIC_KEYS_FILE.';
  return unavailable(detail, retryAfterSeconds, { code: 'secrets-not-configured' });
}
