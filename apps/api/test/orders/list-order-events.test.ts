import { listOrderEventsRoute, skipStepRoute } from '@linework/schemas/orders/orders.routes';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';
import { aFailedOrder } from './a-failed-order.ts';

const api = await startTestApi();
afterAll(() => api.close());
const worker = testWorker(api);
const client = await api.aClient();
const operator = await api.anOperatorsClient();

describe('the events of an order', () => {
  it('include every status change and the reason for a skipped step', async () => {
    const { order } = await aFailedOrder(api, client, worker);
    await operator.call(skipStepRoute, {
      params: { orderId: order.id, stepId: `${order.id}-1` },
      body: { reason: 'done by hand' },
    });
    await worker.handleWakeUps();
    const { status, body } = await client.call(listOrderEventsRoute, { params: { orderId: order.id } });
    expect(status).toBe(200);
    const { items } = body as { readonly items: readonly { readonly type: string; readonly details: object }[] };
    const skipEvents = ['order.skip_requested', 'order.step_skipped'];
    expect(items.map(({ type }) => type)).toEqual([
      'order.placed',
      'order.started',
      'order.failed',
      ...skipEvents,
      'order.started',
      'order.completed',
    ]);
    expect(items.find(({ type }) => type === 'order.step_skipped')?.details).toMatchObject({ reason: 'done by hand' });
  });
});
