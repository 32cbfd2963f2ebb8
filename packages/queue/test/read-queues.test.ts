import { silentLog } from '@linework/log/log';
import { createTestDb } from '@linework/testing/create-test-db';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openQueues } from '../src/open-queues.ts';
import { readQueues } from '../src/read-queues.ts';
import { schedules } from '../src/single-flight-schedules.ts';
import { startWorkers } from '../src/start-workers.ts';
import { idleHandlers } from './idle-handlers.ts';

const db = await createTestDb();
const queues = await openQueues({ databaseUrl: db.url, redisUrl: undefined, log: silentLog });
afterAll(async () => {
  await queues.close();
  await db.drop();
});

const schedule = async (job: string) => (await readQueues(queues)).schedules.find((one) => one.job === job);

describe('the queues', () => {
  it('have every schedule before a worker has created it: without a next run', async () => {
    const { queues: counts, schedules: states } = await readQueues(queues);
    expect(counts.map(({ name }) => name)).toEqual(['orders', 'maintenance']);
    expect(states.map(({ job }) => job).toSorted()).toEqual(schedules.map(({ name }) => name).toSorted());
    expect(states.every(({ nextAt }) => nextAt === null)).toBe(true);
  });

  it('show the next run of a schedule and its last failure, while a worker runs', async () => {
    const handlers = { ...idleHandlers, 'mark-overdue': () => Promise.reject(new Error('The invoices could not be read.')) };
    const workers = await startWorkers({ queues, handlers, concurrency: 1, log: silentLog });
    await expect
      .poll(() => schedule('mark-overdue'))
      .toMatchObject({ everyMs: 60_000, nextAt: expect.any(Date), lastFailure: { reason: 'The invoices could not be read.' } });
    expect(await schedule('make-invoices')).toMatchObject({ nextAt: expect.any(Date), lastFailure: null });
    await workers.close();
  });

  it('count a job that waits for a worker', async () => {
    await queues.queues.orders.add('advance-order', { orders: [] });
    await vi.waitFor(async () => expect((await readQueues(queues)).queues[0]).toMatchObject({ name: 'orders', waiting: 1, active: 0 }));
  });
});
