import { findCursor } from '@linework/http/link-header';
import { listOrderAttemptsRoute, retryOrderRoute } from '@linework/schemas/orders/orders.routes';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';
import { aFailedOrder, aPlacedOrder, theOrder } from './a-failed-order.ts';

const api = await startTestApi();
afterAll(() => api.close());
const worker = testWorker(api);
const client = await api.aClient();
const attemptsOf = (orderId: string) => client.call(listOrderAttemptsRoute, { params: { orderId } });

describe('the attempts of an order', () => {
  it('are empty before the first step', async () => {
    const { orderId } = await aPlacedOrder(api, client);
    expect(await attemptsOf(orderId)).toMatchObject({ status: 200, body: { items: [] } });
    await worker.handleWakeUps();
  });

  it('match the counter of each step, oldest first', async () => {
    const { order } = await aFailedOrder(api, client, worker);
    await client.call(retryOrderRoute, { params: { orderId: order.id } });
    await worker.handleWakeUps();
    const [stepId, next] = [`${order.id}-1`, `${order.id}-2`];
    const times = { startedAt: expect.any(String), endedAt: expect.any(String) };
    const common = { kind: 'execute', ...times } as const;
    expect((await attemptsOf(order.id)).body).toEqual({
      meta: { total: 3, page: 1, pageSize: 20, totalPages: 1 },
      items: [
        {
          ...common,
          stepId,
          orderTypeStepCode: 'LINE_BLOCK.SUSPEND_NETWORK',
          attempt: 1,
          outcome: 'refused',
          error: expect.objectContaining({ code: 'unknown-subscriber' }),
        },
        { ...common, stepId, orderTypeStepCode: 'LINE_BLOCK.SUSPEND_NETWORK', attempt: 2, outcome: 'done' },
        { ...common, stepId: next, orderTypeStepCode: 'LINE_BLOCK.SUSPEND_RESOURCES', attempt: 1, outcome: 'done' },
      ],
    });
    expect((await theOrder(client, order.id)).steps.map(({ attempt }) => attempt)).toEqual([2, 1]);
  });

  it('are listed in pages', async () => {
    const { order } = await aFailedOrder(api, client, worker);
    await client.call(retryOrderRoute, { params: { orderId: order.id } });
    await worker.handleWakeUps();
    const page = async (cursor?: string) => {
      const response = await client.call(listOrderAttemptsRoute, {
        params: { orderId: order.id },
        query: { limit: 2, ...(cursor !== undefined && { cursor }) } as never,
      });
      if (response.status !== 200) throw new Error(`The list of attempts returned ${response.status}.`);
      return { ...response.body, next: findCursor(response.headers.get('Link'), 'next') };
    };
    const first = await page();
    const second = await page(first.next);
    expect([...first.items, ...second.items].map(({ stepId, attempt }) => [stepId, attempt])).toEqual([
      [`${order.id}-1`, 1],
      [`${order.id}-1`, 2],
      [`${order.id}-2`, 1],
    ]);
    expect([first.meta.total, second.next]).toEqual([3, undefined]);
  });
});
