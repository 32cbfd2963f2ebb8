import { countFailures } from '@linework/operations/count-failures';
import { unresolvedStatuses } from '@linework/schemas/lifecycles/order.lifecycle';
import { deleteLineRoute } from '@linework/schemas/lines/lines.routes';
import { closeOrderRoute, listOrdersRoute, retryOrderRoute } from '@linework/schemas/orders/orders.routes';
import { afterAll, describe, expect, it } from 'vitest';
import { readAllPages } from '../lists/read-all.ts';
import { startTestApi } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';
import { aFailedOrder, aPlacedOrder, theOrder } from './a-failed-order.ts';

const api = await startTestApi();
afterAll(() => api.close());
const worker = testWorker(api);

async function aBrokersClient() {
  const client = await api.aClient();
  return {
    ...client,
    ids: async (query: object) => {
      const { status, body } = await client.call(listOrdersRoute, { query });
      if (status !== 200) throw new Error(JSON.stringify(body));
      expect(body.meta.total).toBe(body.items.length);
      return body.items.map(({ id }) => id);
    },
  };
}
type Client = Awaited<ReturnType<typeof aBrokersClient>>;

/** Creates an order that the network rejected with this code. */
async function anOrderRefused(client: Client, code: string) {
  const placed = await aPlacedOrder(api, client);
  const { steps } = await theOrder(client, placed.orderId);
  worker.network.failNext(`${steps[0]?.id}:execute`, { code, detail: 'Rejected by the test.' });
  await worker.handleWakeUps();
  return placed;
}

/** Creates a failed order and the order that superseded it. */
async function aSupersededOrder(client: Client) {
  const failed = await aFailedOrder(api, client, worker);
  await client.call(deleteLineRoute, { params: { id: failed.line.id } });
  await worker.handleWakeUps();
  return failed.order;
}

describe('the list of orders', () => {
  it('finds failed orders by step and by error code while they need attention', async () => {
    const client = await aBrokersClient();
    const [one, other] = [await anOrderRefused(client, 'no-such-imsi'), await anOrderRefused(client, 'barred')];
    expect(await client.ids({ errorCode: 'barred' })).toEqual([other.orderId]);
    expect(await client.ids({ errorCode: 'barred,no-such-imsi' })).toEqual([other.orderId, one.orderId]);
    expect(await client.ids({ step: 'LINE_BLOCK.SUSPEND_NETWORK' })).toEqual([other.orderId, one.orderId]);
    expect(await client.ids({ step: 'LINE_BLOCK.SUSPEND_NETWORK', errorCode: 'no-such-imsi' })).toEqual([one.orderId]);
    expect(await client.ids({ step: 'LINE_UNBLOCK.RESUME_NETWORK' })).toEqual([]);
    await client.call(retryOrderRoute, { params: { orderId: one.orderId } });
    await worker.handleWakeUps();
    expect(await client.ids({ errorCode: 'no-such-imsi' })).toEqual([]);
  });

  it('excludes superseded orders, or returns only them', async () => {
    const client = await aBrokersClient();
    const superseded = await aSupersededOrder(client);
    const { order } = await aFailedOrder(api, client, worker);
    expect(await client.ids({ status: unresolvedStatuses.join(','), superseded: 'false' })).toEqual([order.id]);
    expect(await client.ids({ superseded: 'true' })).toEqual([superseded.id]);
    expect(await client.ids({ status: 'FAILED' })).toEqual([order.id, superseded.id]);
  });

  it('finds orders by the id, the number and the external code of the line', async () => {
    const client = await aBrokersClient();
    const [{ line, orderId }] = [await aPlacedOrder(api, client), await aPlacedOrder(api, client)];
    await api.db.pool.query("UPDATE line SET external_code = 'fleet 7' WHERE id = $1", [line.id]);
    expect(await client.ids({ lineId: line.id })).toEqual([orderId]);
    expect(await client.ids({ msisdn: line.msisdn })).toEqual([orderId]);
    expect(await client.ids({ externalCode: 'fleet 7' })).toEqual([orderId]);
    expect(await client.ids({ externalCode: 'fleet' })).toEqual([]);
    expect(await client.ids({ msisdn: line.msisdn, status: 'FAILED' })).toEqual([]);
    await worker.handleWakeUps();
  });

  it('finds the orders of a number whose line was terminated', async () => {
    const client = await aBrokersClient();
    const { line, orderId } = await aPlacedOrder(api, client);
    await worker.handleWakeUps();
    await client.call(deleteLineRoute, { params: { id: line.id } });
    await worker.handleWakeUps();
    expect(await client.ids({ msisdn: line.msisdn, type: 'LINE_BLOCK' })).toEqual([orderId]);
  });

  it.each(['asc', 'desc'] as const)(
    'sorted by the last change, %s, returns all settled and open orders in order',
    async (sortOrder) => {
      const client = await aBrokersClient();
      const ids: string[] = [];
      for (let at = 0; at < 7; at += 1) {
        const { orderId } = await aPlacedOrder(api, client);
        ids.push(orderId);
        // Every second one settles.
        if (at % 2 === 0) await worker.handleWakeUps();
        else api.wakeUps.splice(0);
      }
      const times = [3, 0, 5, 1, 6, 4, 2];
      for (const [at, id] of ids.entries())
        await api.db.pool.query('UPDATE orders SET updated_at = $2 WHERE id = $1', [
          id,
          new Date(Date.UTC(2026, 0, 1, 0, 0, times[at])),
        ]);
      const pages = await readAllPages(api, client.key, `/orders?sortBy=updatedAt&sortOrder=${sortOrder}&limit=2`);
      const sorted = [1, 3, 6, 0, 5, 2, 4].map((at) => ids[at]);
      expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(
        sortOrder === 'asc' ? sorted : sorted.toReversed(),
      );
    },
  );

  it('sorted by the last change has a failed order that was retried and closed in the right place', async () => {
    const client = await aBrokersClient();
    const operator = await api.anOperatorsClient();
    const [{ order: first }, { order: second }] = [
      await aFailedOrder(api, client, worker),
      await aFailedOrder(api, client, worker),
    ];
    await client.call(retryOrderRoute, { params: { orderId: first.id } });
    expect(await client.ids({ sortBy: 'updatedAt' })).toEqual([first.id, second.id]);
    await operator.call(closeOrderRoute, { params: { orderId: second.id }, body: { reason: 'done by hand' } });
    expect(await client.ids({ sortBy: 'updatedAt' })).toEqual([second.id, first.id]);
    await worker.handleWakeUps();
    expect(await client.ids({ sortBy: 'updatedAt' })).toEqual([first.id, second.id]);
  });
});

describe('the failed orders that the metrics count', () => {
  it('are as many as in the list, by step and error code and in total', async () => {
    const client = await aBrokersClient();
    for (const code of ['a', 'a', 'b']) await anOrderRefused(client, code);
    await aSupersededOrder(client);
    const operator = await api.anOperatorsClient();
    const totalOf = async (query: object) => {
      const { status, body } = await operator.call(listOrdersRoute, {
        query: { status: [...unresolvedStatuses], superseded: false, limit: 1, ...query } as object,
      });
      return status === 200 ? body.meta.total : body;
    };
    const counts = await countFailures(api.db);
    expect(counts.length).toBeGreaterThan(2);
    for (const { step, errorCode, count } of counts)
      expect([step, errorCode, await totalOf({ step, errorCode })]).toEqual([step, errorCode, count]);
    expect(await totalOf({})).toBe(counts.reduce((sum, { count }) => sum + count, 0));
  });
});
