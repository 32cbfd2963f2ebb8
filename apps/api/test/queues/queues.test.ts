import { getQueuesRoute } from '@linework/schemas/queues/get-queues.route';
import { afterAll, describe, expect, it } from 'vitest';
import { aPlacedOrder } from '../orders/a-failed-order.ts';
import { startTestApi } from '../support/test-api.ts';

const nextAt = new Date(Date.now() - 5_000);
let isReachable = true;
const readQueues = async () => {
  if (!isReachable) throw new Error('Redis is away.');
  return {
    queues: [{ name: 'orders', waiting: 3, active: 1, delayed: 0, failed: 2 }],
    schedules: [{ job: 'make-invoices', summary: 'Creates invoices.', everyMs: 1_000, nextAt, lastFailure: null }],
  };
};
const api = await startTestApi({ deps: { readQueues } });
afterAll(() => api.close());
const operator = await api.anOperatorsClient();
const client = await api.aClient();

async function read() {
  const { status, body } = await operator.call(getQueuesRoute, {});
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

/** An order that a worker has acquired. */
async function aHeldOrder(leaseEnd: string): Promise<string> {
  const { orderId } = await aPlacedOrder(api, client);
  await api.db.pool.query(`UPDATE orders SET status = 'IN_PROGRESS', epoch = 1, acquired_epoch = 1, due_at = now() + interval '${leaseEnd}' WHERE id = $1`, [
    orderId,
  ]);
  return orderId;
}

describe('the queues', () => {
  it('show the jobs that wait, and by how much a schedule is late', async () => {
    const { queues, schedules } = await read();
    expect(queues).toEqual([{ name: 'orders', waitingCount: 3, activeCount: 1, delayedCount: 0, failedCount: 2 }]);
    expect(schedules).toMatchObject([{ job: 'make-invoices', nextAt: nextAt.toISOString(), lateMs: expect.any(Number) }]);
    expect(schedules[0]?.lateMs).toBeGreaterThanOrEqual(5_000);
  });

  it('show the orders that a worker holds, those without a worker apart, and not the orders that wait', async () => {
    await aPlacedOrder(api, client);
    const [ended, held] = [await aHeldOrder('-1 s'), await aHeldOrder('1 h')];
    const { leases } = await read();
    expect(leases).toMatchObject({
      heldCount: 1,
      endedCount: 1,
      items: [{ orderId: ended, type: 'LINE_BLOCK', brokerId: client.broker.id }, { orderId: held }],
    });
  });

  it('say that they are not reachable, and still show the leases', async () => {
    isReachable = false;
    expect(await read()).toMatchObject({ isReachable: false, queues: [], schedules: [], leases: { heldCount: 1 } });
  });

  it('are for operators only', async () => {
    expect(await client.call(getQueuesRoute, {})).toMatchObject({ status: 403 });
  });
});
