import { retryOrderRoute } from '@linework/schemas/orders/orders.routes';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';
import { aFailedOrder, aPlacedOrder, theOrder } from './a-failed-order.ts';

const api = await startTestApi();
afterAll(() => api.close());
const worker = testWorker(api);
const client = await api.aClient();
const retry = (orderId: string, body?: { input?: Record<string, unknown> }) =>
  client.call(retryOrderRoute, { params: { orderId }, ...(body && { body }) });

describe('retrying an order', () => {
  it('that failed continues it from the failed step', async () => {
    const { order } = await aFailedOrder(api, client, worker);
    expect(await retry(order.id)).toMatchObject({
      status: 202,
      body: {
        id: order.id,
        status: 'IN_PROGRESS',
        failure: null,
        steps: [{ status: 'PENDING', attempt: 1 }, { status: 'PENDING' }],
      },
    });
    await worker.handleWakeUps();
    expect(await theOrder(client, order.id)).toMatchObject({
      status: 'COMPLETED',
      steps: [{ status: 'SUCCESS', attempt: 2 }, { status: 'SUCCESS' }],
    });
  });

  it('that is open gets 409', async () => {
    const { orderId } = await aPlacedOrder(api, client);
    expect(await retry(orderId)).toMatchObject({
      status: 409,
      body: { currentStatus: 'PENDING', requested: 'retry', allowed: ['cancel'] },
    });
  });

  it('with input that its type does not allow gets 422 with every invalid member', async () => {
    const { order } = await aFailedOrder(api, client, worker);
    expect(await retry(order.id, { input: { one: 1, two: 2 } })).toMatchObject({
      status: 422,
      body: {
        type: expect.stringMatching(/\/validation-error$/),
        errors: [{ pointer: '/input/one' }, { pointer: '/input/two' }],
      },
    });
    expect(await theOrder(client, order.id)).toMatchObject({ status: 'FAILED', input: {} });
  });

  it('with valid input continues it', async () => {
    const { order } = await aFailedOrder(api, client, worker);
    expect(await retry(order.id, { input: {} })).toMatchObject({
      status: 202,
      body: { status: 'IN_PROGRESS', input: {} },
    });
    await worker.handleWakeUps();
  });
});
