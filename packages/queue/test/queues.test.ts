import { randomUUID } from 'node:crypto';
import { silentLog } from '@linework/log/log';
import type { WakeUp } from '@linework/schemas/jobs';
import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { needs } from '@linework/testing/run/needs';
import { measureSlowness } from '@linework/testing/servers/measure-slowness';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openQueues, type Queues } from '../src/open-queues.ts';
import { retiredQueueName } from '../src/queue-backend.ts';
import type { JobHandlers } from '../src/run-handler.ts';
import { periods, schedules } from '../src/schedules.ts';
import { startWorkers, type Workers } from '../src/start-workers.ts';
import { idleHandlers } from './idle-handlers.ts';
import { until } from './until.ts';

const aWakeUp = (): WakeUp => ({ orderId: randomUUID(), epoch: 0 });
const wakeUps = (count: number): WakeUp[] => Array.from({ length: count }, aWakeUp);

describe.each(['redis', 'postgres'] as const)('queues on %s', (kind) => {
  if (kind === 'redis') needs('redis');
  let db: TestDb;
  let redisUrl: string | undefined;
  let queues: Queues;
  const running: Workers[] = [];

  beforeAll(async () => {
    db = await createTestDb();
  });
  afterAll(() => db.drop());

  beforeEach(async () => {
    redisUrl = kind === 'redis' ? await testRedisUrl() : undefined;
    queues = await openQueues({ databaseUrl: db.url, redisUrl, log: silentLog });
    await Promise.all(Object.values(queues.queues).map((queue) => queue.obliterate({ force: true })));
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((workers) => workers.close()));
    await queues.close();
  });

  async function work(handlers: Partial<JobHandlers>): Promise<Workers> {
    const workers = await startWorkers({
      queues,
      handlers: { ...idleHandlers, ...handlers },
      concurrency: 16,
      log: silentLog,
    });
    running.push(workers);
    return workers;
  }

  async function findKeys(pattern: string): Promise<readonly string[]> {
    const redis = new Redis(redisUrl ?? '');
    const keys = await redis.keys(pattern);
    redis.disconnect();
    return keys;
  }

  it('use the configured backend', async () => {
    expect(queues.kind).toBe(kind);
    expect(await queues.isUp()).toBe(true);
    expect((await queues.counts()).orders['waiting']).toBe(0);
  });

  it('run a scheduled job repeatedly', async () => {
    let ticks = 0;
    await work({ 'requeue-due-orders': async () => void ticks++ });
    await until(() => ticks >= 3);
  });

  it('run a scheduled job while all others hang, and start none of those twice', async () => {
    let ticks = 0;
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const others = schedules.map(({ name }) => name).filter((name) => name !== 'requeue-due-orders');
    const started: string[] = [];
    const hanging = (name: string) => async () => {
      started.push(name);
      await ended;
    };
    await work({
      'requeue-due-orders': async () => void ticks++,
      ...Object.fromEntries(others.map((name) => [name, hanging(name)])),
    });
    await until(() => started.length >= others.length);
    const before = ticks;
    await until(() => ticks >= before + 4);
    expect(started.toSorted()).toEqual(others.toSorted());
    end();
  });

  it('restore a scheduler that is missing or has a wrong time', async () => {
    const { maintenance } = queues.queues;
    await maintenance.upsertJobScheduler(
      'every-1000-ms',
      { every: 1_000, startDate: Date.now() + 3_600_000 },
      { name: 'every-1000-ms', data: {} },
    );
    let ticks = 0;
    await work({ 'requeue-due-orders': async () => void ticks++ });
    await until(() => ticks >= 2);
    await maintenance.removeJobScheduler('every-1000-ms');
    const before = ticks;
    await until(() => ticks >= before + 3);
  });

  it('replace the schedulers of single jobs, which earlier releases had', async () => {
    const { maintenance } = queues.queues;
    for (const name of ['ring-due-orders', 'make-invoices'])
      await maintenance.upsertJobScheduler(name, { every: 1_000 }, { name, data: {} });
    await work({});
    const names = periods.map(({ name }) => name).toSorted();
    await until(async () => {
      const keys = (await maintenance.getJobSchedulers()).map(({ key }) => key);
      return !keys.includes('ring-due-orders') && !keys.includes('make-invoices') && keys.length === names.length;
    });
    expect((await maintenance.getJobSchedulers()).map(({ key }) => key).toSorted()).toEqual(names);
  });

  it('delete the queue of 1.0.0 with its schedulers and jobs', async () => {
    const retired = await queues.openRetiredQueue();
    await retired.upsertJobScheduler('forget-answers', { every: 1_000 }, { name: 'forget-answers', data: {} });
    await retired.add('ring-due-orders', {});
    await work({});
    await until(
      async () => (await retired.getJobSchedulers()).length === 0 && (await retired.getJobCountByTypes()) === 0,
    );
    await retired.close();
    if (kind === 'redis') await until(async () => (await findKeys(`linework:${retiredQueueName}:*`)).length === 0);
  });

  it('read the jobs of 1.0.0, in which the epoch is called run', async () => {
    const { orderId } = aWakeUp();
    const received: unknown[] = [];
    await work({ 'advance-order': async (data) => void received.push(data) });
    await queues.queues.orders.add('advance-order', { orders: [{ orderId, run: 7, isUnavailable: true }] });
    await until(() => received.length > 0);
    expect(received).toEqual([{ orders: [{ orderId, epoch: 7, isUnavailable: true }] }]);
  });

  it('retry a failed job, and store no number of its error message', async () => {
    let attempts = 0;
    await work({
      'advance-order': async () => {
        attempts += 1;
        if (attempts < 3) throw new Error('no subscriber 724051234567890');
      },
    });
    queues.notify(wakeUps(1));
    await until(() => attempts === 3);
    const [job] = await queues.queues.orders.getJobs();
    expect(JSON.stringify(job)).toContain('no subscriber');
    expect(JSON.stringify(job)).not.toContain('72405123');
  });

  it.each([
    ['advance-order', { orders: [{ orderId: 'not an id', epoch: 0 }] }],
    ['unheard-of', {}],
  ])('do not retry %s with data %j', async (name, data) => {
    await work({});
    await queues.queues.orders.add(name, data, { attempts: 5, backoff: 60_000 });
    await until(async () => (await queues.counts()).orders['failed'] === 1);
  });

  it('finish the running job before they close, and leave the others in the queue', async () => {
    let finish: (() => void) | undefined;
    let done = false;
    const workers = await startWorkers({
      queues,
      handlers: {
        ...idleHandlers,
        'advance-order': async () => {
          await new Promise<void>((resolve) => {
            finish = resolve;
          });
          done = true;
        },
      },
      concurrency: 1,
      log: silentLog,
    });
    queues.notify([aWakeUp()]);
    await until(() => finish !== undefined);
    queues.notify(wakeUps(1));
    await queues.drain();
    const closed = workers.close();
    // Longer than a worker without a job may take to close.
    setTimeout(() => finish?.(), 3_000);
    await closed;
    expect(done).toBe(true);
    expect((await queues.counts()).orders).toMatchObject({ active: 0, completed: 1, waiting: 1 });
  });

  it('do not wait for a job longer than the limit', async () => {
    let isRunning = false;
    const hang = () => {
      isRunning = true;
      return new Promise<void>(() => {});
    };
    const workers = await startWorkers({
      queues,
      handlers: { ...idleHandlers, 'advance-order': hang },
      concurrency: 1,
      log: silentLog,
    });
    queues.notify(wakeUps(1));
    await until(() => isRunning);
    const started = Date.now();
    await workers.close(100);
    expect(Date.now() - started).toBeLessThan(6_000 * measureSlowness());
  });
});
