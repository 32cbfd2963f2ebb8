import { openDb } from '@linework/db/db';
import { aCallerOf } from '@linework/testing/callers';
import { createTestDb } from '@linework/testing/create-test-db';
import type { Plan } from '@linework/testing/volume/open-explaining-db';
import { afterAll, describe, expect, it } from 'vitest';
import { buildSectionText, exportHolder, sectionsOfHolder } from '../src/export-holder.ts';

const lines = 100_000;
/** Every tenth line has a holder of before. */
const perFormerHolder = 10;
const perLine = { usage_day: 5, usage_record: 10, orders: 2, event: 5 };

/** The ids of the records of a line follow from its number. */
const id = (kind: number, number = 'n') =>
  `('018f0000-0000-7000-800${kind}-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
const ids = { broker: id(1, '1'), holder: id(2), line: id(3), subscription: id(4), product: id(5), account: id(6) };
const former = { holder: id(7), account: id(8) };

const testDb = await createTestDb();
const db = openDb({ url: testDb.url });
afterAll(async () => {
  await db.close();
  await testDb.drop();
});

const fromLines = `FROM generate_series(1, ${lines}) n`;
/** A statement takes less than its limit. */
const repeat = (count: number, text: string) =>
  Array.from({ length: count }, (_, at) => `WITH k AS (SELECT ${at + 1} AS k) ${text}`);
const formerLines = `${fromLines} WHERE n % ${perFormerHolder} = 0`;

const fill = [
  `INSERT INTO broker (id, name) SELECT ${ids.broker}, 'broker'`,
  `INSERT INTO holder (id, broker_id, name, federal_tax_id)
    SELECT ${ids.holder}, ${ids.broker}, 'holder', n ${fromLines}`,
  `INSERT INTO holder (id, broker_id, name, federal_tax_id)
    SELECT ${former.holder}, ${ids.broker}, 'former', -n ${formerLines}`,
  `INSERT INTO line (id, broker_id, status, msisdn, iccid, imsi, holder_id, subscription_id, created_at)
    SELECT ${ids.line}, ${ids.broker}, 'ACTIVE', '+55119' || to_char(n, 'FM00000000'),
      '89550100000' || to_char(n, 'FM00000000'), '7240500' || to_char(n, 'FM00000000'), ${ids.holder},
      ${ids.subscription}, now() - interval '400 days'
    ${fromLines}`,
  `INSERT INTO former_line_holder (line_id, broker_id, holder_id, held_to)
    SELECT ${ids.line}, ${ids.broker}, ${former.holder}, now() - interval '45 days' ${formerLines}`,
  `INSERT INTO usage_account (id, broker_id, line_id, product_id, subscription_product_id, cycle, product)
    SELECT ${ids.account}, ${ids.broker}, ${ids.line}, ${ids.product}, ${ids.product}, 1, '{}' ${fromLines}`,
  `INSERT INTO usage_account
      (id, broker_id, line_id, product_id, subscription_product_id, cycle, product, former_holder_id)
    SELECT ${former.account}, ${ids.broker}, ${ids.line}, ${ids.product}, ${ids.product}, 1, '{}', ${former.holder}
    ${formerLines}`,
  `INSERT INTO usage_credit (id, account_id, component_id, type, kind, granted, starts_at, due_at)
    SELECT gen_random_uuid(), id, id, 'DATA', 'SPOT', 1000, now(), now() + interval '30 days' FROM usage_account`,
  ...repeat(
    perLine.usage_day,
    `INSERT INTO usage_day (account_id, component_id, day, type, amount)
      SELECT id, id, current_date - k, 'DATA', 1 FROM k, usage_account`,
  ),
  ...repeat(
    perLine.usage_record,
    `INSERT INTO usage_record (broker_id, record_id, line_id, type, amount, counted, used_at, day)
      SELECT ${ids.broker}, k || '-' || n, ${ids.line}, 'DATA', 1, 1, at, (at AT TIME ZONE 'UTC')::date
      FROM (SELECT n, k, now() - k * interval '8 days' AS at FROM k, generate_series(1, ${lines}) n) u`,
  ),
  ...repeat(
    perLine.orders,
    `INSERT INTO orders (id, broker_id, type, status, resource_type, resource_id, external_code, correlation_id,
      created_at, settled_at)
    SELECT gen_random_uuid(), ${ids.broker}, 'LINE_BLOCK', 'COMPLETED', 'line', ${ids.line}, '', 'c',
      now() - k * interval '30 days', now()
    FROM k, generate_series(1, ${lines}) n`,
  ),
  `INSERT INTO order_step (order_id, position, code, action_code, attempt_limit, undo_attempt_limit, status)
    SELECT id, 1, 'A', 'a', 1, 1, 'SUCCESS' FROM orders`,
  ...repeat(
    perLine.event,
    `INSERT INTO event (broker_id, type, resource_type, resource_id, to_status, at)
    SELECT ${ids.broker}, 'line.blocked', 'line', ${ids.line}, 'BLOCKED', now() - k * interval '30 days'
    FROM k, generate_series(1, ${lines}) n`,
  ),
];

const session = await db.pool.connect();
await session.query('SET statement_timeout = 0; SET session_replication_role = replica; SET jit = off');
for (const text of fill) await session.query(text);
await session.query('VACUUM ANALYZE');
// It is closed, because the pool must not reuse its settings.
session.release(true);

interface Exported {
  readonly sections: readonly { readonly name: string; readonly records: readonly object[] }[];
}

/** What is read by its keys. All events are in the first partition, and PostgreSQL reads the empty ones whole. */
const filled = /^(holder|line|usage_account|usage_credit|usage_day|orders|order_step|event_0)$/;

function listScans({ Plans = [], ...node }: Plan): readonly Plan[] {
  return [...(node['Node Type'] === 'Seq Scan' ? [node] : []), ...Plans.flatMap(listScans)];
}

/** The tables that are read whole. */
async function listTablesRead(table: string, values: readonly string[]): Promise<readonly string[]> {
  const client = await db.pool.connect();
  try {
    await client.query('BEGIN');
    const text = `EXPLAIN (FORMAT JSON) DECLARE page NO SCROLL CURSOR FOR ${buildSectionText(table)}`;
    const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ readonly Plan: Plan }] }>(text, [...values]);
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    return plan ? listScans(plan).flatMap((scan) => scan['Relation Name'] ?? []) : [];
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

const readId = async (text: string) => (await db.pool.query<{ id: string }>(`SELECT ${text} AS id`)).rows[0]?.id ?? '';
const brokerId = await readId(ids.broker);
const holders = { present: await readId(id(2, '777')), former: await readId(id(7, '770')) };

describe.each(Object.entries(holders))(`the export of a %s holder of ${lines} lines`, (_, holderId) => {
  it.each(Object.keys(sectionsOfHolder))('reads %s by keys', async (table) => {
    const day = sectionsOfHolder[table]?.isByDay ? ['2000-01-01', '2000-01-02'] : [];
    const read = await listTablesRead(table, [holderId, ...day]);
    expect(read.filter((name) => filled.test(name))).toEqual([]);
  });

  it('reads no other day with a day of usage', async () => {
    const today = "(now() AT TIME ZONE 'UTC')::date";
    const [from, until] = [await readId(`${today}::text`), await readId(`(${today} + 1)::text`)];
    const read = await listTablesRead('usage_record', [holderId, from, until]);
    expect(read).toContain(`usage_record_${from.replaceAll('-', '')}`);
    expect(read).not.toContain('usage_record_before');
  });

  it('has all of them', async () => {
    const begunMs = performance.now();
    const caller = aCallerOf({ id: brokerId });
    let text = '';
    for await (const part of await exportHolder(db, { caller, holderId, format: 'application/json' })) text += part;
    const ms = performance.now() - begunMs;
    console.info(`${lines} lines, ${lines * perLine.usage_record} records of usage: ${ms.toFixed(0)} ms`);
    const counts = (JSON.parse(text) as Exported).sections.map(({ name, records }) => [name, records.length]);
    expect(Object.fromEntries(counts)).toMatchObject({
      usage_account: 1,
      usage_credit: 1,
      usage_day: perLine.usage_day,
    });
  });
});
