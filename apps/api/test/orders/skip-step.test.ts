import { getLineRoute } from '@linework/schemas/lines/lines.routes';
import { skipStepRoute } from '@linework/schemas/orders/orders.routes';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';
import { aFailedOrder, aPlacedOrder, theOrder } from './a-failed-order.ts';

const api = await startTestApi();
afterAll(() => api.close());
const worker = testWorker(api);
const client = await api.aClient();
const operator = await api.anOperatorsClient();
const reason = 'suspended by hand';
const skip = (orderId: string, place = 1) =>
  operator.call(skipStepRoute, { params: { orderId, stepId: `${orderId}-${place}` }, body: { reason } });

describe('skipping a step', () => {
  it('that failed continues the order after it and records the actor and the reason', async () => {
    const { line, order } = await aFailedOrder(api, client, worker);
    expect(await skip(order.id)).toMatchObject({
      status: 202,
      body: { status: 'IN_PROGRESS', failure: null, steps: [{ status: 'SKIPPED' }, { status: 'PENDING' }] },
    });
    await worker.handleWakeUps();
    expect(await theOrder(client, order.id)).toMatchObject({
      status: 'COMPLETED',
      steps: [{ status: 'SKIPPED' }, { status: 'SUCCESS' }],
    });
    expect((await client.call(getLineRoute, { params: { id: line.id } })).body).toMatchObject({ status: 'BLOCKED' });
    const event = await api.db.prisma.event.findFirst({ where: { resourceId: order.id, type: 'order.step_skipped' } });
    expect(event).toMatchObject({
      keyId: operator.keyId,
      details: { stepId: `${order.id}-1`, orderTypeStepCode: 'LINE_BLOCK.SUSPEND_NETWORK', reason },
    });
  });

  it('that has not failed gets 409', async () => {
    const { order } = await aFailedOrder(api, client, worker);
    const response = await skip(order.id, 2);
    expect(response).toMatchObject({
      status: 409,
      body: {
        resource: { type: 'order-step', id: `${order.id}-2` },
        currentStatus: 'PENDING',
        requested: 'skip',
        allowed: [],
      },
    });
  });

  it('of an order that has not failed gets 409 with the allowed requests', async () => {
    const { orderId } = await aPlacedOrder(api, client);
    expect(await skip(orderId)).toMatchObject({
      status: 409,
      body: { resource: { type: 'order' }, currentStatus: 'PENDING', allowed: ['cancel'] },
    });
  });

  it('that belongs to no order or to another one gets 404', async () => {
    const [{ order }, other] = [await aFailedOrder(api, client, worker), await aFailedOrder(api, client, worker)];
    expect((await skip(order.id, 3)).status).toBe(404);
    const foreign = operator.call(skipStepRoute, {
      params: { orderId: order.id, stepId: `${other.order.id}-1` },
      body: { reason },
    });
    expect((await foreign).status).toBe(404);
    expect(await theOrder(client, other.order.id)).toMatchObject({ status: 'FAILED' });
  });
});
