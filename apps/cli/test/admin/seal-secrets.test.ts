import { openDb } from '@linework/db/db';
import { aPool } from '@linework/testing/a-pool';
import { countWaitingSessions } from '@linework/testing/count-waiting-sessions';
import { createTestDb } from '@linework/testing/create-test-db';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { takesLong } from '@linework/testing/run/takes-long';
import { testSecretKeys } from '@linework/testing/secrets/test-secret-keys';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { startLinework } from '../start-linework.ts';

takesLong('much-work');

const testDb = await createTestDb();
const db = openDb({ url: testDb.url, poolSize: 4 });
afterAll(async () => {
  await db.close();
  await testDb.drop();
});

const { publicKeysFile, privateKeysFile, openSealed } = testSecretKeys();
// The settings of an operator: production, and only the required settings.
const settings = { NODE_ENV: 'production', DATABASE_URL: testDb.url, SECRET_PUBLIC_KEYS_FILE: publicKeysFile };

function start(ownSettings: Readonly<Record<string, string>> = settings) {
  const program = startLinework(['admin', 'seal-secrets'], { settings: ownSettings });
  onTestFinished(async () => void (await program.kill()));
  return program;
}

const [ki, opc] = ['0f'.repeat(16), 'a9'.repeat(16)];

/** SIMs of a release that had no encrypted secrets. */
async function oldSims(count: number) {
  await db.pool.query("UPDATE resource_type SET secrets_guarded = false, secrets_sealed = false WHERE code = 'SIM'");
  return aPool(db, {
    type: 'SIM',
    count,
    attributes: Array.from({ length: count }, () => ({ ki, opc, tier: 'gold' })),
  });
}

const inClear = (poolId: string) =>
  db.prisma.resource.count({ where: { poolId, attributes: { path: ['ki'], equals: ki } } });

async function openedOf(poolId: string) {
  const rows = await db.prisma.resourceSecret.findMany({ where: { resource: { poolId } }, include: { dataKey: true } });
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  return Promise.all(
    rows.map(({ resourceId, dataKeyId, ciphertext, dataKey: { keyId, wrapped } }) =>
      openSealed({ resourceId, dataKeyId, keyId, wrapped: base64(wrapped), ciphertext: base64(ciphertext) }),
    ),
  );
}

describe('the program that seals secrets', () => {
  it('needs only the database and the public keys, encrypts plaintext secrets, and reports their number', async () => {
    const { id } = await oldSims(3);
    const first = start();
    expect([await first.ended, first.lines()]).toEqual([
      0,
      ['Encrypted the secrets of 3 resources, and cleaned 0 stored answers. Nothing is left in clear.'],
    ]);
    expect(await inClear(id)).toBe(0);
    expect(await openedOf(id)).toEqual([1, 2, 3].map(() => ({ ki, opc })));
    const again = start();
    expect([await again.ended, again.lines()]).toEqual([
      0,
      ['Encrypted the secrets of 0 resources, and cleaned 0 stored answers. Nothing is left in clear.'],
    ]);
  });

  it('continues after it was killed', async () => {
    const { id, resourceIds } = await oldSims(2_500);
    const holder = await db.pool.connect();
    await holder.query('BEGIN');
    // The last batch waits for this row.
    await holder.query('SELECT FROM resource WHERE id = $1 FOR UPDATE', [resourceIds.toSorted().at(-1)]);
    const killed = start();
    await waitUntil(
      'the first batches are written and the last one waits',
      async () => (await inClear(id)) <= 500 && (await countWaitingSessions(db)) === 1,
    );
    await killed.kill();
    await holder.query('ROLLBACK');
    holder.release();
    expect(await inClear(id)).toBe(500);
    const again = start();
    expect([await again.ended, again.lines()]).toEqual([
      0,
      ['Encrypted the secrets of 500 resources, and cleaned 0 stored answers. Nothing is left in clear.'],
    ]);
    expect([await inClear(id), (await openedOf(id)).length]).toEqual([0, 2_500]);
  });

  it.each([
    ['no settings', {}, 'linework: DATABASE_URL is missing; SECRET_PUBLIC_KEYS_FILE is missing'],
    [
      'the private keys',
      { ...settings, SECRET_PUBLIC_KEYS_FILE: privateKeysFile },
      'linework: SECRET_PUBLIC_KEYS_FILE must name a file of X25519 public keys in PEM, newest first, and of ' +
        'nothing else',
    ],
    [
      'no database',
      { ...settings, DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' },
      'linework: connect ECONNREFUSED 127.0.0.1:1',
    ],
  ])('does not start with %s, and reports it in one sentence', async (_what, ownSettings, sentence) => {
    const program = start(ownSettings);
    expect([await program.ended, program.lines()]).toEqual([1, [sentence]]);
  });
});
