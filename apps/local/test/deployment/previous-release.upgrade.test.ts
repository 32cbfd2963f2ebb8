import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createApiKey } from '@linework/api-keys/create-api-key';
import { type OpenDb, openDb } from '@linework/db/db';
import { msisdnTypeId, simTypeId } from '@linework/schemas/inventory/resource-type';
import { withCheckDigit } from '@linework/testing/codes/with-check-digit';
import { createDatabaseOfRelease1 } from '@linework/testing/create-database-of-release-1';
import { createEmptyDb, type TestDb } from '@linework/testing/create-test-db';
import { startApi } from '@linework/testing/processes/start-api';
import { testSecretKeys } from '@linework/testing/secrets/test-secret-keys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const firstAfterRelease = '20261128040000_orders';
const [ki, opc] = ['0f'.repeat(16), 'a9'.repeat(16)];
const [brokerId, otherId, holderId, subscriptionId, lineId] = [
  randomUUID(),
  randomUUID(),
  randomUUID(),
  randomUUID(),
  randomUUID(),
];
const imsi = '724110000000001';

let testDb: TestDb;
let admin: OpenDb;
let urls: Readonly<Record<'old' | 'owner' | 'application', string>>;
const sims: string[] = [];
let foreignNumber = '';

/** The database URL for a role that only this file uses. */
function urlOf(role: string): string {
  const url = new URL(testDb.url);
  url.username = `${role}_${url.pathname.slice(-8)}`;
  url.password = 'a password of its own';
  return url.href;
}

const nameIn = (url: string) => new URL(url).username;

/** Runs a program as an operator does: as a process, in production, with only these settings. Returns its output. */
async function run(command: string, settings: Readonly<Record<string, string>>): Promise<string> {
  const [file = '', ...words] = command.split(' ');
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, file), ...words], {
    env: { NODE_ENV: 'production', ...settings },
  });
  return stdout.trim();
}

/** The SQL statements of the page in their order. */
const statements = [
  ...readFileSync(join(root, 'docs/guides/upgrading-to-1.1.md'), 'utf8').matchAll(/^```sql [^\n]+\n([^`]+)```$/gm),
].map(([, text = '']) => text);

async function addResource(typeId: string, externalCode: string, attributes: object): Promise<string> {
  const [id, poolId] = [randomUUID(), randomUUID()];
  await admin.pool.query('INSERT INTO pool (id, type_id, broker_id, name) VALUES ($1, $2, $3, $4)', [
    poolId,
    typeId,
    brokerId,
    externalCode,
  ]);
  const values = [id, poolId, typeId, brokerId, externalCode, JSON.stringify(attributes)];
  await admin.pool.query(
    'INSERT INTO resource (id, pool_id, type_id, broker_id, external_code, attributes) VALUES ($1, $2, $3, $4, $5, $6)',
    values,
  );
  return id;
}

/**
 * SIMs with secrets in clear that share an IMSI, a number of another broker, a stored response, and a billed
 * subscription without lines.
 */
async function addOldData(): Promise<void> {
  for (const id of [brokerId, otherId])
    await admin.pool.query('INSERT INTO broker (id, name) VALUES ($1, $2)', [id, `broker ${id}`]);
  sims.push(await addResource(simTypeId, '8955010000000000001', { imsi, ki, opc, PIN1: pin, tier: 'gold' }));
  sims.push(await addResource(simTypeId, '8955010000000000002', { imsi, card: { opc } }));
  foreignNumber = await addResource(msisdnTypeId, '+5521987654321', {});
  const body = JSON.stringify({ id: sims[0], attributes: { imsi, ki, opc } });
  const record = [brokerId, 'of old', Buffer.alloc(32), body];
  await admin.pool.query(
    `INSERT INTO idempotency_record (owner_id, key, fingerprint, status, headers, body)
     VALUES ($1, $2, $3, 201, $$ {} $$, $4)`,
    record,
  );
  await admin.pool.query(`
    SET session_replication_role = replica;
    INSERT INTO subscription (id, broker_id, customer_id, status, offer_id, offer_version_id, frequency, billing_type,
      changes_behavior)
    VALUES ('${subscriptionId}', '${brokerId}', '${holderId}', 'ACTIVE', '${randomUUID()}', '${randomUUID()}',
      'MONTHLY', 'POSTPAID', 'IMMEDIATE');
    INSERT INTO line (id, broker_id, holder_id, subscription_id, status, msisdn, iccid, imsi, terminated_at)
    VALUES ('${lineId}', '${brokerId}', '${holderId}', '${subscriptionId}', 'TERMINATED', '+5511900000001', '8955',
      '72411', now());
    SET session_replication_role = origin`);
}

beforeAll(async () => {
  testDb = await createEmptyDb();
  urls = { old: urlOf('old'), owner: urlOf('owner'), application: urlOf('application') };
  admin = openDb({ url: testDb.url, poolSize: 2 });
  await admin.pool.query(`CREATE ROLE "${nameIn(urls.old)}" SUPERUSER LOGIN PASSWORD 'a password of its own'`);
  // With the superuser of its composition.
  await createDatabaseOfRelease1(urls.old);
  await addOldData();
});

afterAll(async () => {
  const name = new URL(testDb.url).pathname.slice(1);
  await admin?.pool.query(`ALTER DATABASE "${name}" OWNER TO CURRENT_USER`);
  await admin?.close();
  await testDb.drop();
  const other = openDb({ url: new URL('/postgres', testDb.url).href, poolSize: 1 });
  for (const url of Object.values(urls)) await other.pool.query(`DROP ROLE IF EXISTS "${nameIn(url)}"`);
  await other.close();
});

/** Returns every row of every table as text. */
async function dumpDatabase(): Promise<string> {
  const { rows: tables } = await admin.pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  const contents = await Promise.all(
    tables.map(({ name }) => admin.pool.query<{ text: string }>(`SELECT to_jsonb(t)::text AS text FROM "${name}" t`)),
  );
  return contents.flatMap(({ rows }) => rows.map(({ text }) => text)).join('\n');
}

/** Eight digits: four are in some time of the dump now and then. */
const pin = '40711839';

describe('a database of release 1.0.0', () => {
  it('is assigned to the new roles, migrated and sealed by documented programs, and has no clear secret', async () => {
    const roles = {
      ADMIN_DATABASE_URL: urls.old,
      OWNER_DATABASE_URL: urls.owner,
      APPLICATION_DATABASE_URL: urls.application,
    };
    expect(await run('packages/db/src/create-roles-main.ts', roles)).toBe(
      'The roles of the owner and of the programs exist.',
    );
    expect(await run('packages/db/src/migrate-main.ts', { DATABASE_URL: urls.owner })).toMatch(
      new RegExp(`^Applied: ${firstAfterRelease}`),
    );
    // Its queues were on Redis.
    await expect(run('apps/api/src/main.ts', { NODE_ENV: 'test', DATABASE_URL: urls.application })).rejects.toThrow(
      'Cannot start: the tables of the queues are missing, and this role cannot create them; ' +
        'run "linework admin prepare-queues" as the owner',
    );
    // Release 1.0.0 had no queue tables here. Its superuser creates them, and create-roles takes them over like the
    // other tables.
    await run('apps/cli/src/main.ts admin prepare-queues', { DATABASE_URL: urls.old });
    await run('packages/db/src/create-roles-main.ts', roles);
    const seal = { DATABASE_URL: urls.application, SECRET_PUBLIC_KEYS_FILE: testSecretKeys().publicKeysFile };
    expect(await run('apps/cli/src/main.ts admin seal-secrets', seal)).toBe(
      'Encrypted the secrets of 2 resources, and cleaned 1 stored answers. Nothing is left in clear.',
    );
    const text = await dumpDatabase();
    for (const secret of [ki, opc, pin]) expect(text).not.toContain(secret);
  });

  it('works with the new programs: old SIMs are shown without secrets, and new ones need a range', async () => {
    const { key } = await createApiKey(admin, {
      name: 'operator',
      scopes: ['operator', 'inventory:read', 'inventory:write'],
    });
    const api = await startApi({
      DATABASE_URL: urls.application,
      SECRET_PUBLIC_KEYS_FILE: testSecretKeys().publicKeysFile,
    });
    const send = async (method: string, path: string, body?: object) => {
      const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
      const response = await fetch(`${api.url}${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    };
    expect(await send('GET', `/inventory/resources/${sims[0]}`)).toMatchObject({
      status: 200,
      body: { attributes: { imsi, tier: 'gold' } },
    });
    const { body: sim } = (await send('GET', `/inventory/resources/${sims[0]}`)) as { body: { pool: { id: string } } };
    const newSim = {
      externalCode: withCheckDigit('895501000000000001'),
      attributes: { imsi: '724110000000009', ki, opc },
    };
    const createSim = () => send('POST', `/inventory/pools/${sim.pool.id}/resources`, newSim);
    expect(await createSim()).toMatchObject({ status: 422, body: { code: 'outside-ranges' } });
    for (const range of [
      { kind: 'ICCID', from: '8955010000000000000', to: '8955010000000099999', brokerId },
      { kind: 'IMSI', from: '724110000000000', to: '724110000009999', brokerId },
      { kind: 'MSISDN', from: '+5521987650000', to: '+5521987659999', brokerId: otherId },
    ])
      expect(await send('POST', '/inventory/ranges', range)).toMatchObject({ status: 201 });
    expect(await createSim()).toMatchObject({ status: 201 });
    await api.stop();
  });

  it('has its doubtful rows listed by the statements of the page', async () => {
    const [sharing, naming, foreign, unlined] = statements;
    const rowsOf = async (text = '') => (await admin.pool.query(text)).rows;
    expect(statements).toHaveLength(4);
    const [{ id } = { id: '' }, ...others] = await rowsOf(sharing);
    expect([sims.includes(id), others]).toEqual([true, []]);
    expect(await rowsOf(foreign)).toEqual([
      { id: foreignNumber, external_code: '+5521987654321', broker_id: brokerId, assigned_to: otherId },
    ]);
    expect(await rowsOf(unlined)).toEqual([{ id: subscriptionId, broker_id: brokerId, status: 'ACTIVE' }]);
    await rowsOf(naming);
  });
});
