import { randomUUID } from 'node:crypto';
import { silentLog } from '@linework/log/log';
import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { testRedisUrl } from '@linework/testing/test-redis-url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openQueues, type Queues } from '../src/open-queues.ts';
import { startWorkers, type Workers } from '../src/start-workers.ts';
import { idleHandlers } from './idle-handlers.ts';
import { until } from './until.ts';

const places = 3;

describe.each(['redis', 'postgres'] as const)('workers on %s', (kind) => {
  let db: TestDb;
  let redisUrl: string | undefined;
  let queues: Queues;
  let workers: Workers;
  /** For each job that has begun, how often the queue had been asked for another since it had given this one. */
  let begun: number[];
  let release: () => void;

  beforeAll(async () => {
    db = await createTestDb();
    redisUrl = kind === 'redis' ? await testRedisUrl() : undefined;
  });
  afterAll(() => db.drop());

  beforeEach(async () => {
    queues = await openQueues({ databaseUrl: db.url, redisUrl, log: silentLog });
    await Promise.all(Object.values(queues.queues).map((queue) => queue.obliterate({ force: true })));
    begun = [];
    let asked = 0;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const handlers = {
      ...idleHandlers,
      'advance-order': async () => {
        begun.push(asked);
        await released;
      },
    };
    const openWorker: Queues['openWorker'] = async (name, ...rest) => {
      const worker = await queues.openWorker(name, ...rest);
      const backend = worker.getBackend();
      const ask = backend.moveToActive.bind(backend);
      if (name === 'orders') {
        backend.moveToActive = async (...request) => {
          asked += 1;
          const given = await ask(...request);
          if (given[0]) asked = 0;
          return given;
        };
      }
      return worker;
    };
    workers = await startWorkers({ queues: { ...queues, openWorker }, handlers, concurrency: places, log: silentLog });
  });
  afterEach(async () => {
    release();
    await workers.close();
    await queues.close();
  });

  /** A job of its own for each. */
  async function ring(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      queues.notify([{ orderId: randomUUID(), epoch: 0 }]);
      await queues.drain();
    }
  }

  it('begin a job that comes alone before they look for another', async () => {
    await ring(1);
    await until(() => begun.length === 1);
    expect(begun).toEqual([0]);
  });

  it('begin jobs that come one after another while others are at work, as many as they have places', async () => {
    for (let n = 1; n <= places; n += 1) {
      await ring(1);
      await until(() => begun.length === n);
    }
    await ring(2);
    await until(async () => (await queues.counts()).orders['waiting'] === 2);
    expect(begun).toHaveLength(places);
    release();
    await until(() => begun.length === places + 2);
  });
});
