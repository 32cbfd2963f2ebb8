import type { Db } from '@linework/db/db';
import { sealBatch } from '@linework/secrets/seal-batch';
import { testSecretKeys } from './test-secret-keys.ts';

/** Stores secrets of a resource. The default key pair is the one of this process. */
export async function withSecrets(
  db: Db,
  resourceId: string,
  secrets: Readonly<Record<string, string>>,
  { wrapper } = testSecretKeys(),
): Promise<void> {
  const sealed = await sealBatch(wrapper, [{ resourceId, secrets: JSON.stringify(secrets) }]);
  if (!sealed) throw new Error('the batch of one resource was not sealed');
  const { dataKeyId, keyId, wrapped, ciphertextByResource } = sealed;
  await db.prisma.secretDataKey.create({ data: { id: dataKeyId, keyId, wrapped: new Uint8Array(wrapped) } });
  await db.prisma.resourceSecret.create({
    data: { resourceId, dataKeyId, ciphertext: new Uint8Array(ciphertextByResource.get(resourceId) ?? []) },
  });
}
