import { blockLineRoute, deleteLineRoute, getLineRoute } from '@linework/schemas/lines/lines.routes';
import { rollbackOrderRoute } from '@linework/schemas/orders/orders.routes';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';
import { aFailedOrder, theOrder } from './a-failed-order.ts';

const api = await startTestApi();
afterAll(() => api.close());
const worker = testWorker(api);
const client = await api.aClient();
const rollback = (orderId: string) => client.call(rollbackOrderRoute, { params: { orderId } });

describe('rolling an order back', () => {
  it('that was rejected undoes nothing and restores its line', async () => {
    const { line, order } = await aFailedOrder(api, client, worker);
    expect(await rollback(order.id)).toMatchObject({ status: 202, body: { status: 'ROLLING_BACK', failure: null } });
    await worker.handleWakeUps();
    expect(await theOrder(client, order.id)).toMatchObject({
      status: 'ROLLED_BACK',
      failure: null,
      steps: [{ status: 'SKIPPED' }, { status: 'SKIPPED' }],
    });
    expect((await client.call(getLineRoute, { params: { id: line.id } })).body).toMatchObject({ status: 'ACTIVE' });
  });

  it('excludes other orders on its line and names the order in the conflict', async () => {
    const { line, order } = await aFailedOrder(api, client, worker);
    await rollback(order.id);
    for (const route of [blockLineRoute, deleteLineRoute]) {
      const response = await client.call(route, { params: { id: line.id } });
      expect(response).toMatchObject({
        status: 409,
        body: { type: expect.stringMatching(/\/conflict$/), code: 'open-order', orderId: order.id },
      });
    }
  });

  it('that was superseded gets 409, because it can only be closed', async () => {
    const { line, order } = await aFailedOrder(api, client, worker);
    expect((await client.call(deleteLineRoute, { params: { id: line.id } })).status).toBe(202);
    expect(await rollback(order.id)).toMatchObject({
      status: 409,
      body: { currentStatus: 'FAILED', requested: 'rollback', allowed: ['close'] },
    });
  });
});
