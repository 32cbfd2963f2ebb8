import {
  cancelOrderRoute,
  closeOrderRoute,
  listOrderEventsRoute,
  listOrdersRoute,
  retryOrderRoute,
  rollbackOrderRoute,
  skipStepRoute,
} from '@linework/schemas/orders/orders.routes';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestClient } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';
import { aFailedOrder, aPlacedOrder, theOrder } from './a-failed-order.ts';

const api = await startTestApi();
afterAll(() => api.close());
const worker = testWorker(api);
const client = await api.aClient();
const operator = await api.anOperatorsClient();

async function requestsIn(reader: TestClient, orderId: string) {
  const { status, body } = await reader.call(listOrderEventsRoute, { params: { orderId }, query: { limit: 100 } });
  if (status !== 200) throw new Error(`the event list returned ${status}`);
  return body.items
    .filter(({ type }) => type.endsWith('_requested'))
    .map(({ type, actor, details }) => ({ type, actor, details }));
}

const reason = 'requested by the customer';

describe('a request on an order', () => {
  it('has its own event with the actor and the reason', async () => {
    const { order } = await aFailedOrder(api, client, worker);
    const params = { orderId: order.id };
    worker.network.failNext(`${order.id}-1:execute`, 'permanent');
    await client.call(retryOrderRoute, { params, body: { reason } });
    await worker.handleWakeUps();
    await client.call(rollbackOrderRoute, { params, body: { reason: 'no longer needed' } });
    const own = { type: 'key', keyId: client.keyId, name: expect.any(String) };
    expect(await requestsIn(client, order.id)).toEqual([
      { type: 'order.retry_requested', actor: own, details: { reason } },
      { type: 'order.rollback_requested', actor: own, details: { reason: 'no longer needed' } },
    ]);
  });

  it('by an operator shows the key to operators but not to the broker', async () => {
    const { order } = await aFailedOrder(api, client, worker);
    await operator.call(skipStepRoute, { params: { orderId: order.id, stepId: `${order.id}-1` }, body: { reason } });
    const requested = { type: 'order.skip_requested', details: { reason } };
    expect(await requestsIn(operator, order.id)).toEqual([
      { ...requested, actor: { type: 'key', keyId: operator.keyId, name: expect.any(String) } },
    ]);
    expect(await requestsIn(client, order.id)).toEqual([{ ...requested, actor: { type: 'operator' } }]);
  });

  it('has no reason if the caller sent none', async () => {
    const { orderId } = await aPlacedOrder(api, client);
    await client.call(cancelOrderRoute, { params: { orderId } });
    expect(await requestsIn(client, orderId)).toMatchObject([{ type: 'order.cancel_requested', details: {} }]);
    expect((await theOrder(client, orderId)).cancellationReason).toBe('cancelled on request');
  });

  it('is recorded before its results', async () => {
    const { order } = await aFailedOrder(api, client, worker);
    await operator.call(closeOrderRoute, { params: { orderId: order.id }, body: { reason } });
    const { body } = await client.call(listOrderEventsRoute, { params: { orderId: order.id } });
    expect((body as { items: { type: string }[] }).items.slice(-2).map(({ type }) => type)).toEqual([
      'order.close_requested',
      'order.cancelled',
    ]);
  });
});

describe('the actor that placed an order', () => {
  it('is in its metadata, in a single read and in lists', async () => {
    const { orderId } = await aPlacedOrder(api, client);
    const actor = { type: 'key', keyId: client.keyId, name: expect.any(String) };
    expect((await theOrder(client, orderId)).metadata).toEqual({ actor });
    expect((await theOrder(operator, orderId)).metadata).toEqual({ actor });
    const { body } = await client.call(listOrdersRoute, { query: { limit: 1 } });
    expect((body as { items: { metadata: unknown }[] }).items[0]?.metadata).toEqual({ actor });
  });

  it('is shown to the broker only as an operator if an operator placed it', async () => {
    const { orderId } = await aPlacedOrder(api, { ...operator, broker: client.broker });
    expect((await theOrder(client, orderId)).metadata).toEqual({ actor: { type: 'operator' } });
    const { body } = await client.call(listOrdersRoute, { query: { limit: 1 } });
    expect((body as { items: { metadata: unknown }[] }).items[0]?.metadata).toEqual({ actor: { type: 'operator' } });
    expect((await theOrder(operator, orderId)).metadata).toMatchObject({
      actor: { type: 'key', keyId: operator.keyId },
    });
  });
});
