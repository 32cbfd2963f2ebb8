import { silentLog } from '@linework/log/log';
import { createTestDb } from '@linework/testing/create-test-db';
import { expect, it } from 'vitest';
import { openQueues, type Queues } from '../src/open-queues.ts';
import { schedules } from '../src/schedules.ts';
import { startWorkers } from '../src/start-workers.ts';
import { idleHandlers } from './idle-handlers.ts';

/** With changing concurrency, expired resources were released up to 1.1 s late (the benchmark `expiry` measures it). */
it('the worker of scheduled jobs has one slot for each job from the start', async () => {
  const db = await createTestDb();
  const queues = await openQueues({ databaseUrl: db.url, redisUrl: undefined, log: silentLog });
  const places: (() => number)[] = [];
  const openWorker: Queues['openWorker'] = async (name, ...rest) => {
    const worker = await queues.openWorker(name, ...rest);
    if (name === 'maintenance') places.push(() => worker.concurrency);
    return worker;
  };
  const workers = await startWorkers({
    queues: { ...queues, openWorker },
    handlers: idleHandlers,
    concurrency: 1,
    log: silentLog,
  });
  expect(places.map((now) => now())).toEqual([schedules.length]);
  await workers.close();
  await queues.close();
  await db.drop();
});
