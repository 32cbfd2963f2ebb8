import { getBacklogRoute } from '@linework/schemas/backlog/backlog.routes';
import { afterAll, describe, expect, it } from 'vitest';
import { aFailedOrder, aPlacedOrder } from '../orders/a-failed-order.ts';
import { startTestApi } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';

const api = await startTestApi();
afterAll(() => api.close());
const worker = testWorker(api);

describe('the backlog', () => {
  it('shows what is open, due and failed by type, what settled, and how long the steps took, of all brokers', async () => {
    const [client, other] = [await api.aClient(), await api.aClient()];
    await aPlacedOrder(api, other);
    await worker.handleWakeUps();
    await aFailedOrder(api, client, worker);
    const { orderId } = await aPlacedOrder(api, client);
    await api.db.pool.query(
      "UPDATE orders SET created_at = now() - interval '90 s', due_at = now() - interval '30 s' WHERE id = $1",
      [orderId],
    );
    const operator = await api.anOperatorsClient();
    const { status, body } = await operator.call(getBacklogRoute, {});
    if (status !== 200) throw new Error(JSON.stringify(body));
    expect(body.orders).toEqual([
      {
        type: 'LINE_BLOCK',
        openCount: 1,
        dueCount: 1,
        unavailableCount: 0,
        pausedCount: 0,
        failedCount: 1,
        oldestDueSeconds: expect.any(Number),
      },
    ]);
    expect(body.orders[0]?.oldestDueSeconds).toBeGreaterThan(80);
    expect(body.settled).toEqual({ minutes: 5, completedCount: 1, otherCount: 1 });
    expect(body.steps).toEqual([
      { step: 'LINE_BLOCK.SUSPEND_NETWORK', count: 1, p50Ms: expect.any(Number), p99Ms: expect.any(Number) },
    ]);
    expect(body.webhooks).toEqual({ workingCount: 0, failingCount: 0, disabledCount: 0, oldestDueSeconds: 0 });
  });
});
