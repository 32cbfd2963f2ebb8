import { randomUUID } from 'node:crypto';
import { silentLog } from '@linework/log/log';
import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { needs } from '@linework/testing/run/needs';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openQueues, type Queues } from '../src/open-queues.ts';
import { startWorkers, type Workers } from '../src/start-workers.ts';
import { idleHandlers } from './idle-handlers.ts';
import { until } from './until.ts';

const slots = 3;

describe.each(['redis', 'postgres'] as const)('workers on %s', (kind) => {
  if (kind === 'redis') needs('redis');
  let db: TestDb;
  let redisUrl: string | undefined;
  let queues: Queues;
  let workers: Workers;
  /** For each started job, the number of requests for another job since the queue returned this one. */
  let requestsBefore: number[];
  let release: () => void;
  let startAll: () => Promise<void>;

  beforeAll(async () => {
    db = await createTestDb();
    redisUrl = kind === 'redis' ? await testRedisUrl() : undefined;
  });
  afterAll(() => db.drop());

  beforeEach(async () => {
    queues = await openQueues({ databaseUrl: db.url, redisUrl, log: silentLog });
    await Promise.all(Object.values(queues.queues).map((queue) => queue.obliterate({ force: true })));
    requestsBefore = [];
    let requests = 0;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const handlers = {
      ...idleHandlers,
      'advance-order': async () => {
        requestsBefore.push(requests);
        await released;
      },
    };
    const openWorker: Queues['openWorker'] = async (name, ...rest) => {
      const worker = await queues.openWorker(name, ...rest);
      // Enough round trips for the worker to take a job, if it already runs.
      for (let n = 0; n < 20; n += 1) await queues.counts();
      const backend = worker.getBackend();
      const fetchJob = backend.moveToActive.bind(backend);
      if (name === 'orders') {
        backend.moveToActive = async (...request) => {
          requests += 1;
          const job = await fetchJob(...request);
          if (job[0]) requests = 0;
          return job;
        };
      }
      return worker;
    };
    startAll = async () => {
      workers = await startWorkers({ queues: { ...queues, openWorker }, handlers, concurrency: slots, log: silentLog });
    };
  });
  afterEach(async () => {
    release();
    await workers.close();
    await queues.close();
  });

  async function addJobs(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1)
      await queues.queues.orders.add('advance-order', { orders: [{ orderId: randomUUID(), epoch: 0 }] });
  }

  it('start jobs that waited while the worker was being opened, up to the number of slots', async () => {
    await addJobs(slots + 1);
    await startAll();
    await until(() => requestsBefore.length === slots);
  });

  it('start a single job before they fetch another', async () => {
    await startAll();
    await addJobs(1);
    await until(() => requestsBefore.length === 1);
    expect(requestsBefore).toEqual([0]);
  });

  it('start jobs that arrive one by one while others run, up to the number of slots', async () => {
    await startAll();
    for (let n = 1; n <= slots; n += 1) {
      await addJobs(1);
      await until(() => requestsBefore.length === n);
    }
    await addJobs(2);
    await until(async () => (await queues.counts()).orders['waiting'] === 2);
    expect(requestsBefore).toHaveLength(slots);
    release();
    await until(() => requestsBefore.length === slots + 2);
  });
});
