import { addDays, toCivilDay } from '@linework/billing/civil-day';
import { openDb } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { aBroker } from '@linework/testing/a-broker';
import { aHolder } from '@linework/testing/a-holder';
import { aCallerOf, anOperator } from '@linework/testing/callers';
import { createTestDb } from '@linework/testing/create-test-db';
import { countReadRows } from '@linework/testing/volume/count-read-rows';
import { afterAll, expect, it } from 'vitest';
import { countLines } from '../src/line-counts/count-lines.ts';
import { getLineCounts } from '../src/line-counts/get-line-counts.ts';

// One session, so that it can read its own statistics.
const testDb = await createTestDb();
const db = openDb({ url: testDb.url, poolSize: 1 });
afterAll(async () => {
  await db.close();
  await testDb.drop();
});

const lineCount = 30_000;
const changedCount = 100;
const broker = await aBroker(db);

// Each line has ten events of before, and a hundred lines have been blocked since.
const insertStatement = statement(
  'test-insert-lines-of-before',
  { brokerId: 'uuid', holderId: 'uuid', count: 'int', changed: 'int' },
  `WITH inserted AS (
    INSERT INTO line (id, broker_id, holder_id, status, msisdn, iccid, imsi, created_at, updated_at)
    SELECT gen_random_uuid(), :brokerId, :holderId, 'PROVISIONING', '+55119' || (10000000 + n), '895501015' || n,
      '724059' || n, now() - interval '3 days',
      CASE WHEN n <= :changed THEN now() ELSE now() - interval '3 days' END
    FROM generate_series(1, :count) AS n
    RETURNING id, updated_at
  ), before AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, at)
    SELECT :brokerId, 'line.changed', 'line', id, 'ACTIVE', 'ACTIVE', now() - interval '3 days'
    FROM inserted
    CROSS JOIN generate_series(1, 10)
  )
  INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status)
  SELECT :brokerId, 'line.blocked', 'line', id, 'ACTIVE', 'BLOCKED'
  FROM inserted
  WHERE updated_at > now() - interval '1 hour'`,
);
const { id: holderId } = await aHolder(db, { brokerId: broker.id });
await db.query(insertStatement, { brokerId: broker.id, holderId, count: lineCount, changed: changedCount });
await db.pool.query('VACUUM ANALYZE line, event');

const yesterday = addDays(toCivilDay(new Date()), -1);

it('the counts of a day read the events of the lines that have changed since, and kept counts read no line', async () => {
  const read = async (table: string, run: () => Promise<unknown>) => {
    const before = await countReadRows(db, table);
    await run();
    return (await countReadRows(db, table)) - before;
  };
  for (const caller of [aCallerOf(broker), anOperator()]) {
    const count = () => getLineCounts(db, caller, { day: yesterday });
    expect((await count()).items).toEqual([
      { areaCode: '11', status: 'ACTIVE', count: changedCount },
      { areaCode: '11', status: 'PROVISIONING', count: lineCount - changedCount },
    ]);
    expect(await read('event', count)).toBeLessThan(changedCount * 15);
  }
  expect(await countLines(db)).toBeGreaterThan(0);
  for (const caller of [aCallerOf(broker), anOperator()]) {
    const count = () => getLineCounts(db, caller, { day: yesterday });
    expect((await count()).meta.lineCount).toBe(lineCount);
    expect(await read('line', count)).toBe(0);
  }
});
