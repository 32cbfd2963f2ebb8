import { openDb } from '@linework/db/db';
import { aPool } from '@linework/testing/a-pool';
import { createTestDb } from '@linework/testing/create-test-db';
import { startWorker } from '@linework/testing/processes/start-worker';
import { aKeyPair, createSecretKeys } from '@linework/testing/secrets/test-secret-keys';
import { withSecrets } from '@linework/testing/secrets/with-secrets';
import { afterAll, describe, expect, it } from 'vitest';

const testDb = await createTestDb();
const db = openDb({ url: testDb.url, poolSize: 2 });
afterAll(async () => {
  await db.close();
  await testDb.drop();
});

const [one, two, three] = [
  createSecretKeys([aKeyPair()]),
  createSecretKeys([aKeyPair()]),
  createSecretKeys([aKeyPair()]),
];
const { resourceIds } = await aPool(db, { type: 'SIM', count: 5 });
for (const [at, id] of resourceIds.entries())
  await withSecrets(db, id, { pin1: '4711' }, [one, two, three, two, one][at]);

/** Returns what a worker logs at its start. Its network needs the keys of SIMs; it does not have to run. */
async function readStartLog(keysFile: string): Promise<readonly string[]> {
  const settings = {
    NETWORK: 'osmo-hlr',
    OSMO_HLR_VTY: '127.0.0.1:1',
    OSMO_HLR_CTRL: '127.0.0.1:1',
    SECRET_PRIVATE_KEYS_FILE: keysFile,
  };
  const worker = await startWorker({ DATABASE_URL: testDb.url, ...settings });
  await worker.stop();
  return worker.lines;
}

describe('a worker', () => {
  it('warns at its start if secrets are encrypted with keys that it does not have', async () => {
    const lines = await readStartLog(two.privateKeysFile);
    const [warning = '{}'] = lines.filter((line) => line.includes('that are not in SECRET_PRIVATE_KEYS_FILE'));
    expect(JSON.parse(warning)).toMatchObject({ level: 'warn', keyIds: [one.keyId, three.keyId].toSorted() });
  });

  it('does not warn about keys if it has all of them', async () => {
    await db.prisma.secretDataKey.updateMany({ data: { keyId: two.keyId } });
    expect(
      (await readStartLog(two.privateKeysFile)).filter((line) => line.includes('SECRET_PRIVATE_KEYS_FILE')),
    ).toEqual([]);
  });
});
