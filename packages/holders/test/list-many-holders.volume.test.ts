import { createHash } from 'node:crypto';
import { type OpenDb, openDb } from '@linework/db/db';
import { aBroker } from '@linework/testing/a-broker';
import { aCallerOf } from '@linework/testing/callers';
import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listHolders } from '../src/list-holders.ts';

const holderCount = 20_000;
let testDb: TestDb;
let db: OpenDb;
let brokerId: string;
beforeAll(async () => {
  testDb = await createTestDb();
  db = openDb({ url: testDb.url, statementTimeoutMs: 60_000 });
  brokerId = (await aBroker(db)).id;
  await db.pool.query(
    `INSERT INTO holder (id, broker_id, name, federal_tax_id, external_code)
     SELECT gen_random_uuid(), $1, 'Pessoa ' || md5(g::text), lpad(g::text, 11, '0'), 'CRM-' || md5(g::text)
     FROM generate_series(1, $2::int) g`,
    [brokerId, holderCount],
  );
  // Autovacuum would analyse the table in time; the test does it at once.
  await db.pool.query('VACUUM ANALYZE holder');
});
afterAll(async () => {
  await db.close();
  await testDb.drop();
});

const scansOf = async (index: string): Promise<number> => {
  const { rows } = await db.pool.query<{ scans: number }>(
    'SELECT idx_scan::int AS scans FROM pg_stat_user_indexes WHERE indexrelname = $1',
    [index],
  );
  return rows[0]?.scans ?? 0;
};

describe('the list of many holders', () => {
  it.each([
    ['name', 'holder_name_trigrams'],
    ['externalCode', 'holder_external_code_trigrams'],
  ])('finds a part of the %s by an index and does not scan the table', async (member, index) => {
    const part = createHash('md5').update('4242').digest('hex').slice(8, 20).toUpperCase();
    const page = await listHolders(db, aCallerOf({ id: brokerId }), {
      limit: 20,
      page: 1,
      sortBy: 'createdAt',
      sortOrder: 'desc',
      [member]: part,
    });
    expect(page.items).toMatchObject([{ federalTaxId: '00000004242' }]);
    await waitUntil(`${index} was read`, async () => (await scansOf(index)) > 0);
  });
});
