import { previewBulkOperationRoute } from '@linework/schemas/bulk-operations/bulk-operations.routes';
import { deleteLineRoute } from '@linework/schemas/lines/lines.routes';
import { listOrderGroupsRoute, listOrdersRoute } from '@linework/schemas/orders/orders.routes';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestClient } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';
import { aPlacedOrder, theOrder } from './a-failed-order.ts';

const api = await startTestApi();
afterAll(() => api.close());
const worker = testWorker(api);
type BrokersClient = Awaited<ReturnType<typeof api.aClient>>;

/** Places an order that the network rejects with this code. */
async function anOrderRefused(client: BrokersClient, code: string) {
  const placed = await aPlacedOrder(api, client);
  const { steps } = await theOrder(client, placed.orderId);
  worker.network.failNext(`${steps[0]?.id}:execute`, { code, detail: 'Rejected by the test.' });
  await worker.handleWakeUps();
  return placed;
}

async function groupsOf(client: TestClient, query: object = {}) {
  const { status, body } = await client.call(listOrderGroupsRoute, { query });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

async function listed(client: TestClient, filter: string) {
  const { status, body } = await client.call(listOrdersRoute, {
    query: Object.fromEntries(new URLSearchParams(filter)),
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.items.map(({ id }) => id).toSorted();
}

describe('the groups of failed orders', () => {
  it('count by type, step and error code, with a filter that lists exactly these orders', async () => {
    const client = await api.aClient();
    const barred = [await anOrderRefused(client, 'barred'), await anOrderRefused(client, 'barred')];
    await anOrderRefused(client, 'no, such & imsi');
    const { items, meta } = await groupsOf(client);
    expect(meta).toMatchObject({ total: 2, orderCount: 3 });
    expect(items).toMatchObject([
      { type: 'LINE_BLOCK', step: 'LINE_BLOCK.SUSPEND_NETWORK', errorCode: 'barred', orderCount: 2, brokerCount: 1 },
      { errorCode: 'no, such & imsi', orderCount: 1 },
    ]);
    expect(items[0]?.hourlyCounts.at(-1)).toBe(2);
    expect(await listed(client, items[0]?.filter ?? '')).toEqual(barred.map(({ orderId }) => orderId).toSorted());
    expect(await listed(client, items[1]?.filter ?? '')).toHaveLength(1);
  });

  it('select the same orders for a bulk operation', async () => {
    const client = await api.aClient();
    await anOrderRefused(client, 'barred');
    await anOrderRefused(client, 'a,b');
    const { items } = await groupsOf(client, { by: 'error', errorCode: 'a\\,b' });
    expect(items).toHaveLength(1);
    const body = { operation: 'retry' as const, orderFilter: items[0]?.orderFilter ?? {} };
    expect(await client.call(previewBulkOperationRoute, { body })).toMatchObject({ status: 200, body: { total: 1 } });
  });

  it('leave out an order that a newer one has superseded', async () => {
    const client = await api.aClient();
    const { line } = await anOrderRefused(client, 'barred');
    await client.call(deleteLineRoute, { params: { id: line.id } });
    await worker.handleWakeUps();
    expect((await groupsOf(client)).meta.orderCount).toBe(0);
    expect((await groupsOf(client, { superseded: 'true' })).meta.orderCount).toBe(1);
  });

  it('contain only the orders of the broker that asks, and show an operator who is hit', async () => {
    const [client, other] = [await api.aClient(), await api.aClient()];
    await anOrderRefused(client, 'hits-both');
    await anOrderRefused(other, 'hits-both');
    expect((await groupsOf(client, { errorCode: 'hits-both' })).meta.orderCount).toBe(1);
    const operator = await api.anOperatorsClient();
    expect((await groupsOf(operator, { errorCode: 'hits-both' })).items).toMatchObject([
      { orderCount: 2, brokerCount: 2 },
    ]);
    expect((await groupsOf(operator, { errorCode: 'hits-both', by: 'broker' })).items).toHaveLength(2);
  });
});
