import { getOrderReportRoute } from '@linework/schemas/reports/order-report.routes';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestClient } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';
import { aFailedOrder, aPlacedOrder } from './a-failed-order.ts';

const api = await startTestApi();
afterAll(() => api.close());
const worker = testWorker(api);

async function reportOf(client: TestClient, query: object = {}) {
  const { status, body } = await client.call(getOrderReportRoute, { query });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

/**
 * Sets how long an order took. The database writes these times itself, so this is done in a session without triggers.
 */
async function setTimes(orderId: string, createdAt: string, seconds: number): Promise<void> {
  const connection = await api.db.pool.connect();
  await connection.query('SET session_replication_role = replica');
  const set = "SET created_at = $2::timestamptz, settled_at = $2::timestamptz + $3 * interval '1 s'";
  await connection.query(`UPDATE orders ${set} WHERE id = $1`, [orderId, createdAt, seconds]);
  connection.release(true);
}

const nearly = (seconds: number) => ({ asymmetricMatch: (value: number) => Math.abs(value / seconds - 1) < 0.026 });

describe('the report of orders', () => {
  it('counts those of the broker by day, type and status, with the times to completion', async () => {
    const [client, other] = [await api.aClient(), await api.aClient()];
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await aPlacedOrder(api, client)).orderId);
    await worker.handleWakeUps();
    const { order } = await aFailedOrder(api, client, worker);
    await aPlacedOrder(api, other);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    for (const [at, seconds] of [10, 20, 3_000].entries()) await setTimes(ids[at] ?? '', yesterday, seconds);
    const { items, meta } = await reportOf(client);
    expect(items).toEqual([
      {
        day: yesterday.slice(0, 10),
        type: 'LINE_BLOCK',
        status: 'COMPLETED',
        count: 3,
        p50Seconds: nearly(20),
        p95Seconds: nearly(3_000),
        p99Seconds: nearly(3_000),
      },
      { day: order.createdAt.slice(0, 10), type: 'LINE_BLOCK', status: 'FAILED', count: 1 },
    ]);
    expect(meta).toMatchObject({ total: 2, orderCount: 4 });

    const code = order.steps.find(({ error }) => error)?.error?.['code'];
    expect((await reportOf(client, { by: ['error'], status: ['FAILED'] })).items).toEqual([
      { errorCode: code, count: 1 },
    ]);
    expect((await reportOf(client, { by: ['type'], lineId: [order.resource.id] })).items).toEqual([
      { type: 'LINE_BLOCK', count: 1 },
    ]);
  });

  it('refuses a period above 31 days, and names the parameter', async () => {
    const client = await api.aClient();
    const response = await client.call(getOrderReportRoute, {
      query: { createdAtFrom: '2026-01-01', createdAtTo: '2026-03-01' },
    });
    expect(response).toMatchObject({ status: 400, body: { errors: [{ parameter: 'createdAtFrom' }] } });
  });
});
