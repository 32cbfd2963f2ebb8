import { openDb } from '@linework/db/db';
import { aPool } from '@linework/testing/a-pool';
import { createTestDb } from '@linework/testing/create-test-db';
import { takesLong } from '@linework/testing/run/takes-long';
import { aKeyPair, createSecretKeys } from '@linework/testing/secrets/test-secret-keys';
import { withSecrets } from '@linework/testing/secrets/with-secrets';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { startLinework } from '../start-linework.ts';

takesLong('much-work');

const testDb = await createTestDb();
const db = openDb({ url: testDb.url, poolSize: 4 });
afterAll(async () => {
  await db.close();
  await testDb.drop();
});

const [oldPair, newPair] = [aKeyPair(), aKeyPair()];
const [oldOnly, newOnly, both] = [
  createSecretKeys([oldPair]),
  createSecretKeys([newPair]),
  createSecretKeys([newPair, oldPair]),
];

async function run(settings: Readonly<Record<string, string>>) {
  const program = startLinework(['admin', 'rotate-secrets'], { settings });
  onTestFinished(async () => void (await program.kill()));
  return { code: await program.ended, lines: program.lines() };
}

// An operator starts it in production and with the required settings only.
const withKeys = (file: string) => ({
  NODE_ENV: 'production',
  DATABASE_URL: testDb.url,
  SECRET_PRIVATE_KEYS_FILE: file,
});

describe('the program that rotates keys', () => {
  it('exits with 1 and names the missing key; with the old key in the file it rewraps all data keys', async () => {
    const { resourceIds } = await aPool(db, { type: 'SIM', count: 2 });
    for (const [at, id] of resourceIds.entries()) await withSecrets(db, id, { pin1: `000${at}` }, oldOnly);
    expect(await run(withKeys(newOnly.privateKeysFile))).toEqual({
      code: 1,
      lines: [
        `Moved 0 data keys to the key ${newOnly.keyId}.`,
        `Under the key ${oldOnly.keyId}: 2 data keys that the file cannot unwrap.`,
      ],
    });
    expect(await run(withKeys(both.privateKeysFile))).toEqual({
      code: 0,
      lines: [`Moved 2 data keys to the key ${newOnly.keyId}.`],
    });
    // The old key can be removed from the file.
    expect(await run(withKeys(newOnly.privateKeysFile))).toEqual({
      code: 0,
      lines: [`Moved 0 data keys to the key ${newOnly.keyId}.`],
    });
    const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
    const rows = await db.prisma.resourceSecret.findMany({
      include: { dataKey: true },
      orderBy: { resourceId: 'asc' },
    });
    const opened = rows.map(({ resourceId, dataKeyId, ciphertext, dataKey: { keyId, wrapped } }) =>
      newOnly.openSealed({ resourceId, dataKeyId, keyId, wrapped: base64(wrapped), ciphertext: base64(ciphertext) }),
    );
    expect((await Promise.all(opened)).map(({ pin1 }) => pin1).toSorted()).toEqual(['0000', '0001']);
  });

  it.each([
    ['no settings', {}, 'linework: DATABASE_URL is missing; SECRET_PRIVATE_KEYS_FILE is missing'],
    [
      'the public keys',
      withKeys(both.publicKeysFile),
      'linework: SECRET_PRIVATE_KEYS_FILE must name a file of X25519 private keys in PEM, newest first, and of ' +
        'nothing else',
    ],
    [
      'a missing file',
      withKeys('/nowhere/keys.pem'),
      'linework: SECRET_PRIVATE_KEYS_FILE names a file that cannot be read (ENOENT)',
    ],
    [
      'no database',
      { ...withKeys(both.privateKeysFile), DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' },
      'linework: connect ECONNREFUSED 127.0.0.1:1',
    ],
  ])('does not start with %s and reports it in one sentence', async (_name, settings, sentence) => {
    expect(await run(settings)).toEqual({ code: 1, lines: [sentence] });
  });
});
