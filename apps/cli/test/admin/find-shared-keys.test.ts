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

const pair = aKeyPair();
const [keys, others] = [createSecretKeys([aKeyPair(), pair]), createSecretKeys([aKeyPair()])];
const ofSims = createSecretKeys([pair]);

async function run(settings: Readonly<Record<string, string>>) {
  const program = startLinework(['admin', 'find-shared-keys'], { settings });
  onTestFinished(async () => void (await program.kill()));
  return { code: await program.ended, lines: program.lines() };
}

// An operator starts it in production and with the required settings only.
const compare = (file: string) =>
  run({ NODE_ENV: 'production', DATABASE_URL: testDb.url, SECRET_PRIVATE_KEYS_FILE: file });

describe('the program that compares keys', () => {
  it('prints the SIMs that share a K or an OPc, under any name and in any case, but no key', async () => {
    const { resourceIds } = await aPool(db, { type: 'SIM', count: 4 });
    const [one = '', two = '', three = '', four = ''] = resourceIds.toSorted();
    const [shared, own] = ['a9'.repeat(16), '0f'.repeat(16)];
    await withSecrets(db, one, { ki: shared, opc: own }, ofSims);
    await withSecrets(db, two, { pin1: '4711' }, ofSims);
    expect(await compare(keys.privateKeysFile)).toEqual({ code: 0, lines: ['Compared the keys of 2 SIMs.'] });
    await withSecrets(db, three, { k: shared.toUpperCase(), opc: shared }, ofSims);
    await withSecrets(db, four, { ki: own, opc: own }, ofSims);
    expect(await compare(keys.privateKeysFile)).toEqual({
      code: 1,
      lines: ['Compared the keys of 4 SIMs.', `The same K: ${one}, ${three}`, `The same OPc: ${one}, ${four}`],
    });
    expect(await compare(others.privateKeysFile)).toEqual({
      code: 1,
      lines: [
        'Compared the keys of 0 SIMs.',
        `Not readable with the keys of the file: ${[one, two, three, four].join(', ')}`,
      ],
    });
  });

  it('requires two settings and names them', async () => {
    expect(await run({})).toEqual({
      code: 1,
      lines: ['linework: DATABASE_URL is missing; SECRET_PRIVATE_KEYS_FILE is missing'],
    });
  });
});
