import type { AcceptedRequest } from '@linework/http/implement';
import { notifyOrdersRoute } from '@linework/schemas/orders/orders.routes';
import { afterAll, describe, expect, it } from 'vitest';
import { orders } from '../../src/endpoints/orders.ts';
import { createNotificationLimit } from '../../src/limits/notification-limit.ts';
import type { Deps } from '../../src/request/deps.ts';
import { startTestApi } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';
import { aPlacedOrder, theOrder } from './a-failed-order.ts';

const api = await startTestApi();
afterAll(() => api.close());
const worker = testWorker(api);
const client = await api.aClient();
const notifyOrders = orders['/orders']['/notifications'].post;
const operator = await api.anOperatorsClient();

/** An order whose call the network has accepted. Nothing has polled it, and its next wake-up is lost. */
async function anAwaitingOrder() {
  const { line, orderId } = await aPlacedOrder(api, client);
  const { steps } = await theOrder(client, orderId);
  worker.network.failNext(`${steps[0]?.id}:execute`, 'later');
  await worker.handleWakeUp();
  expect(worker.network.polls).not.toContain(`${steps[0]?.id}:execute`);
  expect(api.wakeUps.splice(0)).toMatchObject([{ orderId, delayMs: 1_000 }]);
  return { line, orderId, key: `${steps[0]?.id}:execute` };
}

describe('a notification of the network', () => {
  it.each(['orderId', 'lineId'] as const)(
    'that names an order by its %s makes the order poll its call at once',
    async (by) => {
      const { line, orderId, key } = await anAwaitingOrder();
      const body = by === 'orderId' ? { orderId } : { lineId: line.id };
      expect((await operator.call(notifyOrdersRoute, { body })).status).toBe(204);
      expect(api.wakeUps).toEqual([{ orderId, epoch: expect.any(Number) }]);
      await worker.handleWakeUp();
      expect(worker.network.polls).toContain(key);
      await worker.handleWakeUps();
    },
  );

  it('wakes an order once more at most, however often it is sent within a second', async () => {
    const { orderId } = await anAwaitingOrder();
    // All within one moment, however slow the machine is.
    const deps = { ...api.deps, notificationLimit: createNotificationLimit(() => 0) } as unknown as Deps;
    const request = { body: { orderId } } as unknown as AcceptedRequest;
    for (let time = 0; time < 20; time += 1) expect(await notifyOrders.handle(request, deps)).toEqual({ status: 204 });
    expect(api.wakeUps).toEqual([
      { orderId, epoch: expect.any(Number) },
      { orderId, epoch: expect.any(Number), delayMs: 1_000 },
    ]);
    await worker.handleWakeUps();
  });

  it('about an order that awaits nothing changes nothing, and gets the same response', async () => {
    const { orderId } = await aPlacedOrder(api, client);
    expect((await operator.call(notifyOrdersRoute, { body: { orderId } })).status).toBe(204);
    expect((await operator.call(notifyOrdersRoute, { body: { orderId: crypto.randomUUID() } })).status).toBe(204);
    expect((await theOrder(client, orderId)).status).toBe('PENDING');
    await worker.handleWakeUps();
  });

  it('is rejected without an order and without a line', async () => {
    expect(await operator.call(notifyOrdersRoute, { body: {} })).toMatchObject({ status: 400 });
  });

  it('is not accepted from a broker', async () => {
    expect(await client.call(notifyOrdersRoute, { body: { orderId: crypto.randomUUID() } })).toMatchObject({
      status: 403,
    });
  });
});
