import { silentLog } from '@linework/log/log';
import { createTestDb } from '@linework/testing/create-test-db';
import { afterAll, describe, expect, it } from 'vitest';
import { openQueues } from '../src/open-queues.ts';
import { readQueues } from '../src/read-queues.ts';
import { schedules } from '../src/schedules.ts';
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
    let failures = 0;
    const fail = async () => {
      if (failures === 3) return;
      failures += 1;
      throw new Error(`failure ${failures}`);
    };
    const workers = await startWorkers({
      queues,
      handlers: { ...idleHandlers, 'assign-event-positions': fail },
      concurrency: 1,
      log: silentLog,
    });
    await expect
      .poll(() => schedule('assign-event-positions'))
      .toMatchObject({ everyMs: 250, lastFailure: { reason: 'failure 3' } });
    expect(await schedule('make-invoices')).toMatchObject({
      nextAt: expect.any(String),
      lateMs: expect.any(Number),
      lastFailure: null,
    });
    await workers.close();
  });

  it('show the failure of each job where several of a period fail', async () => {
    const failing = Object.fromEntries(
      ['make-invoices', 'announce-low-pools'].map((name) => [
        name,
        () => Promise.reject(new Error(`no luck\nwith ${name}`)),
      ]),
    );
    const workers = await startWorkers({
      queues,
      handlers: { ...idleHandlers, ...failing },
      concurrency: 1,
      log: silentLog,
    });
    await expect
      .poll(() => schedule('make-invoices'))
      .toMatchObject({ lastFailure: { reason: 'no luck with make-invoices' } });
    expect(await schedule('announce-low-pools')).toMatchObject({
      lastFailure: { reason: 'no luck with announce-low-pools' },
    });
    expect(await schedule('end-without-lines')).toMatchObject({ lastFailure: null });
    await workers.close();
  });

  it('show by how much a schedule is late that no worker runs', async () => {
    await queues.queues.maintenance.upsertJobScheduler(
      'every-1000-ms',
      { every: 1_000 },
      { name: 'every-1000-ms', data: {} },
    );
    await expect.poll(async () => (await schedule('make-invoices'))?.lateMs).toBeGreaterThan(500);
  });

  it('count a job that waits for a worker', async () => {
    await queues.queues.orders.add('advance-order', { orders: [] });
    await expect
      .poll(async () => (await readQueues(queues)).queues[0])
      .toMatchObject({ name: 'orders', waitingCount: 1, activeCount: 0 });
  });
});
