import { silentLog } from '@linework/log/log';
import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { takesLong } from '@linework/testing/run/takes-long';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openQueues, type Queues } from '../src/open-queues.ts';
import type { JobHandlers } from '../src/run-handler.ts';
import { startWorkers, type WorkerOptions, type Workers } from '../src/start-workers.ts';
import { idleHandlers } from './idle-handlers.ts';

takesLong('much-work');

type StartOptions = Partial<Omit<WorkerOptions, 'handlers'>> & { readonly handlers?: Partial<JobHandlers> };

describe('the scheduled jobs of a worker', () => {
  let db: TestDb;
  let queues: Queues;
  const workers: Workers[] = [];
  beforeEach(async () => {
    db = await createTestDb();
    queues = await openQueues({ databaseUrl: db.url, redisUrl: undefined, log: silentLog });
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.close()));
    await queues.close();
    await db.drop();
  });

  async function start({ handlers = {}, ...options }: StartOptions = {}): Promise<Workers> {
    const worker = await startWorkers({
      queues,
      handlers: { ...idleHandlers, ...handlers },
      concurrency: 1,
      log: silentLog,
      ...options,
    });
    workers.push(worker);
    return worker;
  }

  const standStill = (worker: Workers) => expect.poll(worker.maintenanceEnds).toBe(false);
  const end = (worker: Workers) => expect.poll(worker.maintenanceEnds).toBe(true);

  it('stand still while one hangs, and do not when it has ended', async () => {
    const hanging = Promise.withResolvers<void>();
    let hangs = false;
    const worker = await start({
      handlers: { 'assign-event-positions': () => (hangs ? hanging.promise : Promise.resolve()) },
    });
    await end(worker);
    hangs = true;
    await standStill(worker);
    hanging.resolve();
    await end(worker);
  });

  it('stand still while one keeps failing, and do not after its next success', async () => {
    let isFailing = true;
    const requeue = async () => {
      if (isFailing) throw new Error('the table is locked');
    };
    const worker = await start({ handlers: { 'requeue-due-orders': requeue } });
    await standStill(worker);
    isFailing = false;
    await end(worker);
  });

  it('stand still while the question hangs which of them have work, and do not if none has any then', async () => {
    const hanging = Promise.withResolvers<readonly []>();
    const worker = await start({ findDueJobs: () => hanging.promise });
    await standStill(worker);
    hanging.resolve([]);
    await end(worker);
  });

  it('stand still if the worker fetches no job, although another worker ends them', async () => {
    const other = await start();
    // BullMQ has not fetched anything for this one, as after an address that it could not resolve.
    const openWorker: Queues['openWorker'] = (name, process, settings) => queues.openWorker(name, process, settings);
    const worker = await start({ queues: { ...queues, openWorker } });
    await standStill(worker);
    await end(other);
  });

  it('do not stand still in a worker that gets none of their runs because others do', async () => {
    let runs = 0;
    const watch = (await import('../src/watch-maintenance.ts')).watchMaintenance({
      countEnded: async () => ({
        orders: { completed: 0, failed: 0 },
        maintenance: { completed: ++runs, failed: 0 },
      }),
    });
    watch.jobFetched();
    expect(await watch.maintenanceEnds()).toBe(true);
  });
});
