import { openDb } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { PageQuery } from '@linework/lists/page';
import { aBroker } from '@linework/testing/a-broker';
import { aHolder } from '@linework/testing/a-holder';
import { aCallerOf, anOperator } from '@linework/testing/callers';
import { createTestDb } from '@linework/testing/create-test-db';
import { countReadRows } from '@linework/testing/volume/count-read-rows';
import { afterAll, describe, expect, it } from 'vitest';
import { type LineFilters, listLines } from '../src/records/list-lines.ts';

// One session, so that it can read its own statistics.
const testDb = await createTestDb();
const db = openDb({ url: testDb.url, poolSize: 1 });
afterAll(async () => {
  await db.close();
  await testDb.drop();
});

const [broker, other] = [await aBroker(db), await aBroker(db)];

const insertStatement = statement(
  'test-insert-many-lines',
  { brokerId: 'uuid', holderId: 'uuid', externalCode: 'int' },
  `INSERT INTO line (id, broker_id, holder_id, status, msisdn, iccid, imsi, external_code)
   SELECT gen_random_uuid(), :brokerId, :holderId, 'PROVISIONING', '+551191' || serial, '895501015' || serial,
     '724059' || serial, 'sale-' || serial
   FROM generate_series(:externalCode, :externalCode + 14999) AS serial`,
);
for (const [at, { id }] of [broker, other].entries())
  await db.query(insertStatement, {
    brokerId: id,
    holderId: (await aHolder(db, { brokerId: id })).id,
    externalCode: 1_000_000 + at * 15_000,
  });
await db.pool.query('VACUUM ANALYZE line');

describe('among 30,000 lines', () => {
  const filters: readonly LineFilters[] = [
    { msisdn: '+5511911007000' },
    { iccId: '8955010151007000' },
    { externalCode: 'ALE-10070' },
  ];

  it.each(filters)('the list by %o reads few others', async (filter) => {
    for (const caller of [aCallerOf(broker), anOperator()]) {
      const query: LineFilters & PageQuery = { sortBy: 'createdAt', sortOrder: 'desc', limit: 20, ...filter };
      const before = await countReadRows(db, 'line');
      const { items } = await listLines(db, caller, query);
      expect(items.length).toBeGreaterThan(0);
      expect((await countReadRows(db, 'line')) - before).toBeLessThan(1_000);
    }
  });
});
