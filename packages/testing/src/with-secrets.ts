import type { Db } from '@linework/db/db';
import { sealBatch } from '@linework/domain/secrets/seal-batch';
import { testSecretKeys } from './test-secret-keys.ts';

/** Gives a resource secrets, under the key pair of this process's tests unless told otherwise. */
export async function withSecrets(db: Db, resourceId: string, secrets: Readonly<Record<string, string>>, { wrapper } = testSecretKeys()): Promise<void> {
  const sealed = await sealBatch(wrapper, [{ resourceId, secrets: JSON.stringify(secrets) }]);
  if (!sealed) throw new Error('a batch of one is sealed');
  const { dataKeyId, keyId, wrapped, ciphertextByResource } = sealed;
  await db.prisma.secretDataKey.create({ data: { id: dataKeyId, keyId, wrapped: new Uint8Array(wrapped) } });
  await db.prisma.resourceSecret.create({ data: { resourceId, dataKeyId, ciphertext: new Uint8Array(ciphertextByResource.get(resourceId) ?? []) } });
}
