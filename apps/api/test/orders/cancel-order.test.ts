import { getLineRoute } from '@linework/schemas/lines/lines.routes';
import { cancelOrderRoute } from '@linework/schemas/orders/orders.routes';
import { afterAll, describe, expect, it } from 'vitest';
import { readDatabaseState } from '../support/read-database-state.ts';
import { startTestApi } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';
import { aFailedOrder, aPlacedOrder, theOrder } from './a-failed-order.ts';

const api = await startTestApi();
afterAll(() => api.close());
const worker = testWorker(api);
const client = await api.aClient();
const cancel = (orderId: string, body?: { reason?: string }) =>
  client.call(cancelOrderRoute, { params: { orderId }, ...(body && { body }) });
const statusOf = async (id: string) => (await client.call(getLineRoute, { params: { id } })).body;

describe('cancelling an order', () => {
  it('before its first step ends it immediately and restores its line', async () => {
    const { line, orderId } = await aPlacedOrder(api, client);
    const response = await cancel(orderId, { reason: 'a slip' });
    expect(response).toMatchObject({
      status: 202,
      body: {
        id: orderId,
        status: 'CANCELLED',
        cancellationReason: 'a slip',
        steps: [{ status: 'SKIPPED' }, { status: 'SKIPPED' }],
      },
    });
    expect(await statusOf(line.id)).toMatchObject({ status: 'ACTIVE' });
    await worker.handleWakeUps();
    expect(worker.network.calls.filter(({ imsi }) => imsi === line.imsi)).toEqual([]);
  });

  it('while a step is running undoes the step afterwards', async () => {
    const { line, orderId } = await aPlacedOrder(api, client);
    const [step] = (await theOrder(client, orderId)).steps;
    const held = worker.network.hold(`${step?.id}:execute`);
    const working = worker.handleWakeUps();
    await held.arrived;
    expect(await cancel(orderId)).toMatchObject({
      status: 202,
      body: { status: 'CANCELLING', cancellationReason: expect.any(String) },
    });
    held.release();
    await working;
    await worker.handleWakeUps();
    expect(await theOrder(client, orderId)).toMatchObject({
      status: 'CANCELLED',
      steps: [{ status: 'ROLLED_BACK' }, { status: 'SKIPPED' }],
    });
    expect(await statusOf(line.id)).toMatchObject({ status: 'ACTIVE' });
  });

  it('that has completed gets 409 with no allowed requests', async () => {
    const { orderId } = await aPlacedOrder(api, client);
    await worker.handleWakeUps();
    const state = await readDatabaseState(api.db);
    const response = await cancel(orderId);
    expect(response).toMatchObject({
      status: 409,
      body: { resource: { type: 'order', id: orderId }, currentStatus: 'COMPLETED', requested: 'cancel', allowed: [] },
    });
    expect(await readDatabaseState(api.db)).toEqual(state);
  });

  it('that failed gets 409 with the allowed requests', async () => {
    const { order } = await aFailedOrder(api, client, worker);
    const response = await cancel(order.id);
    expect(response).toMatchObject({
      status: 409,
      body: { currentStatus: 'FAILED', requested: 'cancel', allowed: ['retry', 'skip', 'rollback', 'close'] },
    });
  });

  it('rejects a reason that is empty or too long', async () => {
    const { orderId } = await aPlacedOrder(api, client);
    for (const reason of ['', 'x'.repeat(501)]) {
      expect(await cancel(orderId, { reason })).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/reason' }] },
      });
    }
    expect(await theOrder(client, orderId)).toMatchObject({ status: 'PENDING' });
  });
});
