import { aPool, deriveTestKeys } from '@linework/testing/a-pool';
import { aTestDb } from '@linework/testing/a-test-db';
import { aKeyPair, createSecretKeys, testSecretKeys } from '@linework/testing/secrets/test-secret-keys';
import { describe, expect, it } from 'vitest';
import type { OpenSecrets, SealedSecret } from '../src/open-sealed.ts';
import { type RewrapKeys, rewrapDataKeys } from '../src/rewrap-data-keys.ts';

const db = await aTestDb();
const { id: poolId } = await aPool(db, { type: 'SIM', count: 9, withKeys: true });

async function readSealedSecrets(): Promise<readonly SealedSecret[]> {
  const rows = await db.prisma.resourceSecret.findMany({ where: { resource: { poolId } }, include: { dataKey: true } });
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  return rows.map(({ resourceId, dataKeyId, ciphertext, dataKey: { keyId, wrapped } }) => {
    return { resourceId, dataKeyId, keyId, wrapped: base64(wrapped), ciphertext: base64(ciphertext) };
  });
}

const readAll = async (open: OpenSecrets) => Promise.all((await readSealedSecrets()).map(open));
const simCount = 9;

describe('rewrapping data keys', () => {
  const newer = createSecretKeys([aKeyPair()]);
  const newOnly = newer.openSealed;
  const keysWith = (unwrapper: RewrapKeys['unwrapper']): RewrapKeys => ({
    newestId: newer.keyId,
    wrapper: newer.wrapper,
    unwrapper,
    batchSize: 2,
  });

  it('leaves those that no key of the file can unwrap, and reports the key that they need', async () => {
    const before = await readSealedSecrets();
    const { count, remaining } = await rewrapDataKeys(db, keysWith(newer.unwrapper));
    expect({ count, remaining }).toEqual({ count: 0, remaining: [{ keyId: before[0]?.keyId, count: simCount }] });
    expect(await readSealedSecrets()).toEqual(before);
  });

  it('continues after an interruption, with a concurrent run and with readers, and no longer needs the old key', async () => {
    const { unwrapper } = testSecretKeys();
    const before = await readSealedSecrets();
    let opened = 0;
    const breaking: RewrapKeys['wrapper'] = {
      wrap(dataKey, id) {
        opened += 1;
        return opened > 5 ? Promise.reject(new Error('cut off')) : newer.wrapper.wrap(dataKey, id);
      },
    };
    await expect(rewrapDataKeys(db, { ...keysWith(unwrapper), wrapper: breaking })).rejects.toThrow('cut off');
    const moved = (await readSealedSecrets()).filter(({ keyId }) => keyId === newer.keyId);
    expect(moved).toHaveLength(4);

    const [one, other] = await Promise.all([
      rewrapDataKeys(db, keysWith(unwrapper)),
      rewrapDataKeys(db, keysWith(unwrapper)),
    ]);
    expect(one.count + other.count).toBe(simCount - 4);
    expect((await rewrapDataKeys(db, keysWith(unwrapper))).remaining).toEqual([]);
    const secrets = await readAll(newOnly);
    const codes = await db.prisma.resource.findMany({ where: { poolId } });
    expect(secrets.map(({ ki }) => ki).toSorted()).toEqual(
      codes.map(({ externalCode }) => deriveTestKeys(externalCode).ki).toSorted(),
    );
    expect((await readSealedSecrets()).map(({ ciphertext }) => ciphertext)).toEqual(
      before.map(({ ciphertext }) => ciphertext),
    );
    await expect(readAll(testSecretKeys().openSealed)).rejects.toMatchObject({ code: 'secret-key-unknown' });
  });
});
