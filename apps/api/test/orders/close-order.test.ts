import { blockLineRoute, deleteLineRoute, getLineRoute } from '@linework/schemas/lines/lines.routes';
import { closeOrderRoute, retryOrderRoute } from '@linework/schemas/orders/orders.routes';
import { afterAll, describe, expect, it } from 'vitest';
import { readDatabaseState } from '../support/read-database-state.ts';
import { startTestApi } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';
import { aFailedOrder, aPlacedOrder, theOrder } from './a-failed-order.ts';

const api = await startTestApi();
afterAll(() => api.close());
const worker = testWorker(api);
const client = await api.aClient();
const operator = await api.anOperatorsClient();
const reason = 'the network was repaired manually';
const close = (orderId: string) => operator.call(closeOrderRoute, { params: { orderId }, body: { reason } });

describe('closing an order', () => {
  it('that failed ends it with the reason and does not change its line', async () => {
    const { line, order } = await aFailedOrder(api, client, worker);
    expect(await close(order.id)).toMatchObject({
      status: 202,
      body: {
        id: order.id,
        status: 'CANCELLED',
        cancellationReason: reason,
        failure: null,
        steps: [{ status: 'FAILED' }, { status: 'SKIPPED' }],
      },
    });
    expect((await client.call(getLineRoute, { params: { id: line.id } })).body).toMatchObject({
      status: 'BLOCKING_ERROR',
    });
    expect(await client.call(retryOrderRoute, { params: { orderId: order.id } })).toMatchObject({
      status: 409,
      body: { allowed: [] },
    });
    expect((await client.call(blockLineRoute, { params: { id: line.id } })).status).toBe(200);
  });

  it('that was superseded is the only allowed request', async () => {
    const { line, order } = await aFailedOrder(api, client, worker);
    expect((await client.call(deleteLineRoute, { params: { id: line.id } })).status).toBe(202);
    expect(await close(order.id)).toMatchObject({ status: 202, body: { status: 'CANCELLED' } });
    expect((await client.call(getLineRoute, { params: { id: line.id } })).body).toMatchObject({
      status: 'TERMINATING',
    });
    await worker.handleWakeUps();
  });

  it('that is open gets 409 with the allowed requests', async () => {
    const { orderId } = await aPlacedOrder(api, client);
    const before = await readDatabaseState(api.db);
    expect(await close(orderId)).toMatchObject({
      status: 409,
      body: { currentStatus: 'PENDING', requested: 'close', allowed: ['cancel'] },
    });
    expect(await readDatabaseState(api.db)).toEqual(before);
  });

  it('requires a reason', async () => {
    const { order } = await aFailedOrder(api, client, worker);
    const withoutReason = operator.call(closeOrderRoute, {
      params: { orderId: order.id },
      body: {} as { reason: string },
    });
    expect(await withoutReason).toMatchObject({ status: 400, body: { errors: [{ pointer: '/reason' }] } });
    expect(await theOrder(client, order.id)).toMatchObject({ status: 'FAILED' });
  });
});
