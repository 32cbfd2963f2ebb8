import { getQueuesRoute } from '@linework/schemas/queues/queues.routes';
import { afterAll, describe, expect, it } from 'vitest';
import { aPlacedOrder } from '../orders/a-failed-order.ts';
import { startTestApi } from '../support/test-api.ts';

const schedule = {
  job: 'make-invoices',
  summary: 'Creates invoices.',
  everyMs: 1_000,
  nextAt: new Date().toISOString(),
  lateMs: 5_000,
  lastFailure: null,
};
const queue = { name: 'orders', waitingCount: 3, activeCount: 1, delayedCount: 0, completedCount: 40, failedCount: 2 };
let isReachable = true;
const readQueues = async () => {
  if (!isReachable) throw new Error('Redis is unavailable.');
  return { queues: [queue], schedules: [schedule] };
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
  await api.db.pool.query(
    `UPDATE orders
     SET status = 'IN_PROGRESS', epoch = 1, acquired_epoch = 1, due_at = now() + interval '${leaseEnd}'
     WHERE id = $1`,
    [orderId],
  );
  return orderId;
}

describe('the queues', () => {
  it('show the jobs that wait, and the schedules', async () => {
    expect(await read()).toMatchObject({ isReachable: true, queues: [queue], schedules: [schedule] });
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
