import { aPool, testKeysOf } from '@linework/testing/a-pool';
import { aTestDb } from '@linework/testing/a-test-db';
import { aKeyPair, secretKeysOf, testSecretKeys } from '@linework/testing/test-secret-keys';
import { describe, expect, it } from 'vitest';
import type { OpenSealed, SealedSecret } from '../../src/secrets/open-sealed.ts';
import { type RewrapKeys, rewrapDataKeys } from '../../src/secrets/rewrap-data-keys.ts';

const db = await aTestDb();
const { id: poolId } = await aPool(db, { type: 'SIM', count: 9, withKeys: true });

async function sealedSecrets(): Promise<readonly SealedSecret[]> {
  const rows = await db.prisma.resourceSecret.findMany({ where: { resource: { poolId } }, include: { dataKey: true } });
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  return rows.map(({ resourceId, dataKeyId, ciphertext, dataKey: { keyId, wrapped } }) => {
    return { resourceId, dataKeyId, keyId, wrapped: base64(wrapped), ciphertext: base64(ciphertext) };
  });
}

const readAll = async (open: OpenSealed) => Promise.all((await sealedSecrets()).map(open));
const simCount = 9;

describe('moving secrets to a newer key', () => {
  const newer = secretKeysOf([aKeyPair()]);
  const newOnly = newer.openSealed;
  const keysWith = (unwrapper: RewrapKeys['unwrapper']): RewrapKeys => ({
    newestId: newer.keyId,
    wrapper: newer.wrapper,
    unwrapper,
    atOnce: 2,
  });

  it('leaves those that do not open with any key of the file, and says which key they need', async () => {
    const before = await sealedSecrets();
    const { count, left } = await rewrapDataKeys(db, keysWith(newer.unwrapper));
    expect({ count, left }).toEqual({ count: 0, left: [{ keyId: before[0]?.keyId, count: simCount }] });
    expect(await sealedSecrets()).toEqual(before);
  });

  it('goes on where it was broken off, beside another and beside readers, and needs the old key no more', async () => {
    const { unwrapper } = testSecretKeys();
    const before = await sealedSecrets();
    let opened = 0;
    const breaking: RewrapKeys['wrapper'] = {
      wrap(dataKey, id) {
        opened += 1;
        return opened > 5 ? Promise.reject(new Error('cut off')) : newer.wrapper.wrap(dataKey, id);
      },
    };
    await expect(rewrapDataKeys(db, { ...keysWith(unwrapper), wrapper: breaking })).rejects.toThrow('cut off');
    const moved = (await sealedSecrets()).filter(({ keyId }) => keyId === newer.keyId);
    expect(moved).toHaveLength(4);

    const [one, other] = await Promise.all([rewrapDataKeys(db, keysWith(unwrapper)), rewrapDataKeys(db, keysWith(unwrapper))]);
    expect(one.count + other.count).toBe(simCount - 4);
    expect((await rewrapDataKeys(db, keysWith(unwrapper))).left).toEqual([]);
    const secrets = await readAll(newOnly);
    const codes = await db.prisma.resource.findMany({ where: { poolId } });
    expect(secrets.map(({ ki }) => ki).toSorted()).toEqual(codes.map(({ externalCode }) => testKeysOf(externalCode).ki).toSorted());
    expect((await sealedSecrets()).map(({ ciphertext }) => ciphertext)).toEqual(before.map(({ ciphertext }) => ciphertext));
    await expect(readAll(testSecretKeys().openSealed)).rejects.toMatchObject({ code: 'secret-key-unknown' });
  });
});
