import { addDays, toCivilDay } from '@linework/billing/civil-day';
import { countLines } from '@linework/lines/line-counts/count-lines';
import {
  blockLineRoute,
  changeNumberRoute,
  createLineRoute,
  listLinesRoute,
} from '@linework/schemas/lines/lines.routes';
import { getLineCountsRoute } from '@linework/schemas/reports/line-counts.routes';
import { aHolder } from '@linework/testing/a-holder';
import { aLine } from '@linework/testing/a-line';
import { aPool } from '@linework/testing/a-pool';
import { afterAll, expect, it } from 'vitest';
import { startTestApi, type TestClient } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';

const api = await startTestApi();
afterAll(() => api.close());
const worker = testWorker(api);
const today = toCivilDay(new Date());
const daysAgo = (count: number) => addDays(today, -count);

async function countsOf(client: TestClient, query: object = {}) {
  const { status, body } = await client.call(getLineCountsRoute, { query });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

/** A line that was made days ago. The database writes times itself, so this is done in a session without triggers. */
async function makeOlder(lineId: string, days: number): Promise<void> {
  const connection = await api.db.pool.connect();
  await connection.query('SET session_replication_role = replica');
  for (const set of [
    'UPDATE line SET created_at = created_at - $2::interval, updated_at = updated_at - $2::interval WHERE id = $1',
    'UPDATE event SET at = at - $2::interval WHERE resource_id = $1',
    'UPDATE allocation SET held_from = held_from - $2::interval WHERE line_id = $1',
  ])
    await connection.query(set, [lineId, `${days} days`]);
  connection.release(true);
}

/** A line in service with its own number and SIM of pools. */
async function aLineOfPools(client: Awaited<ReturnType<typeof api.aClient>>, number: string) {
  const brokerId = client.broker.id;
  const { id: customerId } = await aHolder(api.db, { brokerId });
  const [numbers, sims] = [
    await aPool(api.db, { brokerId, codes: [number] }),
    await aPool(api.db, { brokerId, type: 'SIM', count: 1 }),
  ];
  const { body } = await client.call(createLineRoute, {
    body: { customerId, msisdn: { poolId: numbers.id }, sim: { poolId: sims.id }, activate: true },
  });
  await worker.handleWakeUps();
  return (body as { id: string }).id;
}

it('counts the lines of the broker by area code and status, now and at the end of earlier days', async () => {
  const [client, other, operator] = [await api.aClient(), await api.aClient(), await api.anOperatorsClient()];
  const brokerId = client.broker.id;
  const [blocked, , foreign] = [
    await aLine(api.db, 'ACTIVE', { brokerId, msisdn: '+5521987654321' }),
    await aLine(api.db, 'TERMINATED', { brokerId, msisdn: '+5521987654322' }),
    await aLine(api.db, 'ACTIVE', { brokerId, msisdn: '+351912345678' }),
    await aLine(api.db, 'ACTIVE', { brokerId: other.broker.id, msisdn: '+5521987654323' }),
  ];
  const moved = await aLineOfPools(client, '+5511987654321');
  await makeOlder(blocked.id, 3);
  await makeOlder(foreign.id, 2);
  await makeOlder(moved, 2);
  // Now one line is blocked, and another one gets a number of another area.
  await client.call(blockLineRoute, { params: { id: blocked.id } });
  const { id: poolId } = await aPool(api.db, { brokerId, codes: ['+5521987650000'] });
  await client.call(changeNumberRoute, { params: { id: moved }, body: { msisdn: { poolId } } });
  await worker.handleWakeUps();

  const now = [
    { status: 'ACTIVE', count: 1 },
    { areaCode: '21', status: 'ACTIVE', count: 1 },
    { areaCode: '21', status: 'BLOCKED', count: 1 },
    { areaCode: '21', status: 'TERMINATED', count: 1 },
  ];
  expect(await countsOf(client)).toMatchObject({ items: now, meta: { day: today, lineCount: 4 } });
  const yesterday = [
    { status: 'ACTIVE', count: 1 },
    { areaCode: '11', status: 'ACTIVE', count: 1 },
    { areaCode: '21', status: 'ACTIVE', count: 1 },
  ];
  // Before the job and after it.
  expect((await countsOf(client, { day: daysAgo(1) })).items).toEqual(yesterday);
  expect(await countLines(api.db, new Date(Date.now() + 120_000))).toBeGreaterThanOrEqual(3);
  expect(await countLines(api.db)).toBe(0);
  expect(await countsOf(client, { day: daysAgo(1) })).toMatchObject({ items: yesterday, meta: { lineCount: 3 } });
  expect((await countsOf(client, { day: daysAgo(3) })).items).toEqual([{ areaCode: '21', status: 'ACTIVE', count: 1 }]);
  // What changes later changes no earlier day.
  await client.call(blockLineRoute, { params: { id: foreign.id } });
  await worker.handleWakeUps();
  expect((await countsOf(client, { day: daysAgo(1) })).items).toEqual(yesterday);

  // The sum of a day is the number of lines, and filters count a part of them.
  const { body } = await client.call(listLinesRoute, { query: { limit: 1 } });
  expect(body).toMatchObject({ meta: { total: (await countsOf(client)).meta.lineCount } });
  expect((await countsOf(client, { status: ['BLOCKED'], areaCode: ['21'] })).items).toEqual([
    { areaCode: '21', status: 'BLOCKED', count: 1 },
  ]);
  for (const day of [today, daysAgo(1)]) {
    expect((await countsOf(client, { day, areaCode: ['85'] })).items).toEqual([]);
    expect((await countsOf(operator, { day, brokerId: [brokerId] })).items).toEqual(
      (await countsOf(client, { day })).items,
    );
    expect((await countsOf(client, { day, brokerId: [other.broker.id] })).items).toEqual([]);
  }
  const csv = await fetch(`${api.url}/line-counts?day=${daysAgo(1)}`, {
    headers: { Accept: 'text/csv', 'X-API-Key': client.key },
  });
  expect(await csv.text()).toBe('areaCode,status,count\r\n,ACTIVE,1\r\n11,ACTIVE,1\r\n21,ACTIVE,1\r\n');
});

it.each([
  ['a day to come', addDays(today, 1), `\`day\` must not be after today, ${today}.`],
  [
    'a day before the first counted one',
    '2020-01-01',
    expect.stringMatching(/^`day` must be \d{4}-\d\d-\d\d, the first counted day, or later/),
  ],
])('rejects %s, and names the known one', async (_name, day, detail) => {
  const client = await api.aClient();
  const response = await client.call(getLineCountsRoute, { query: { day } });
  expect(response).toMatchObject({ status: 400, body: { errors: [{ parameter: 'day', detail }] } });
});
