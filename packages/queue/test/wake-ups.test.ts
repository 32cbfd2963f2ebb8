import { randomUUID } from 'node:crypto';
import { silentLog } from '@linework/log/log';
import { advanceOrderJob, type WakeUp } from '@linework/schemas/jobs';
import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { needs } from '@linework/testing/run/needs';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { UnrecoverableError } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobOptions } from '../src/job-options.ts';
import { openQueues, type Queues } from '../src/open-queues.ts';
import { readQueues } from '../src/read-queues.ts';
import type { JobHandlers } from '../src/run-handler.ts';
import { startWorkers, type Workers } from '../src/start-workers.ts';
import { idleHandlers } from './idle-handlers.ts';
import { until } from './until.ts';

const aWakeUp = (): WakeUp => ({ orderId: randomUUID(), epoch: 0 });
const wakeUps = (count: number): WakeUp[] => Array.from({ length: count }, aWakeUp);

describe.each(['redis', 'postgres'] as const)('wake-ups on %s', (kind) => {
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

  const concurrency = 16;
  async function work(handlers: Partial<JobHandlers>): Promise<Workers> {
    const workers = await startWorkers({
      queues,
      handlers: { ...idleHandlers, ...handlers },
      concurrency,
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

  function countWakeUps(): Map<string, number> {
    const times = new Map<string, number>();
    void work({
      'advance-order': async ({ orders }) => {
        for (const { orderId } of orders) times.set(orderId, (times.get(orderId) ?? 0) + 1);
      },
    });
    return times;
  }

  it('reach the handler with their epoch', async () => {
    const wakeUp = aWakeUp();
    const received: unknown[] = [];
    await work({ 'advance-order': async (data, { jobId }) => void received.push({ ...data, jobId }) });
    queues.notify([{ orderId: wakeUp.orderId, epoch: 3 }]);
    await until(() => received.length > 0);
    expect(received).toEqual([{ orders: [{ orderId: wakeUp.orderId, epoch: 3 }], jobId: `order-${wakeUp.orderId}-3` }]);
  });

  it('that are simultaneous share a few jobs, and none is lost', async () => {
    const many = wakeUps(1_000);
    queues.notify(many);
    await queues.drain();
    const { orders } = await queues.counts();
    expect(orders['waiting']).toBe(Math.ceil(1_000 / 64));
    const times = countWakeUps();
    await until(() => times.size === 1_000);
    expect([...times.values()].every((count) => count === 1)).toBe(true);
  });

  it('that come twice while a job is being added are sent once', async () => {
    const wakeUp = aWakeUp();
    queues.notify([wakeUp, wakeUp]);
    await queues.drain();
    const times = countWakeUps();
    queues.notify(wakeUps(1));
    await until(() => times.size === 2);
    expect(times.get(wakeUp.orderId)).toBe(1);
  });

  it('that are sent twice have one job', async () => {
    const wakeUp = aWakeUp();
    queues.notify([wakeUp]);
    await queues.drain();
    queues.notify([wakeUp]);
    await queues.drain();
    expect((await queues.counts()).orders['waiting']).toBe(1);
    const times = countWakeUps();
    queues.notify(wakeUps(1));
    await until(() => times.size === 2);
    expect(times.get(wakeUp.orderId)).toBe(1);
  });

  it('with a delay that are sent twice have one job', async () => {
    const wakeUp = { ...aWakeUp(), delayMs: 3_600_000 };
    queues.notify([wakeUp]);
    await queues.drain();
    queues.notify([wakeUp]);
    await queues.drain();
    expect((await queues.counts()).orders).toMatchObject({ delayed: 1, waiting: 0 });
  });

  it('that share a job with an earlier one are not lost', async () => {
    const [before, others] = [aWakeUp(), wakeUps(9)];
    queues.notify([before]);
    await queues.drain();
    queues.notify([before, ...others]);
    const times = countWakeUps();
    await until(() => times.size === 10);
  });

  it('are not lost if their job begins with the same one as another and has as many', async () => {
    const [first, second, third] = [aWakeUp(), aWakeUp(), aWakeUp()];
    for (const wakeUp of [second, third]) {
      queues.notify([first, wakeUp]);
      await queues.drain();
    }
    const times = countWakeUps();
    await until(() => times.size === 3);
  });

  it('are counted while they wait and run, and when they have completed and failed', async () => {
    const readOrders = async () => (await readQueues(queues)).queues[0];
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const failing = aWakeUp();
    for (const wakeUp of [failing, ...wakeUps(20)]) {
      queues.notify([wakeUp]);
      await queues.drain();
    }
    expect(await readOrders()).toMatchObject({
      name: 'orders',
      waitingCount: 21,
      activeCount: 0,
      completedCount: 0,
      failedCount: 0,
    });
    await work({
      'advance-order': async ({ orders }) => {
        await ended;
        if (orders[0]?.orderId === failing.orderId) throw new UnrecoverableError('never works');
      },
    });
    await expect
      .poll(readOrders)
      .toMatchObject({ waitingCount: 5, activeCount: 16, completedCount: 0, failedCount: 0 });
    end();
    await expect
      .poll(readOrders)
      .toMatchObject({ waitingCount: 0, activeCount: 0, completedCount: 20, failedCount: 1 });
    expect((await queues.countEnded()).orders).toEqual({ completed: 20, failed: 1 });
    expect((await queues.counts()).orders).toMatchObject({ completed: 20, failed: 1 });
  });

  it('that completed are all counted, and the last ones are kept', async () => {
    const { orders } = queues.queues;
    await work({});
    await orders.addBulk(
      wakeUps(400).map((wakeUp) => ({
        name: 'advance-order',
        data: { orders: [wakeUp] },
        opts: jobOptions(advanceOrderJob),
      })),
    );
    await until(async () => (await queues.countEnded()).orders.completed === 400);
    // Jobs that end at the same instant do not see each other in PostgreSQL, and each may keep one more.
    const kept = (await queues.counts()).orders['completed'] ?? 0;
    expect([kept >= 300, kept <= (kind === 'redis' ? 300 : 300 + concurrency)]).toEqual([true, true]);
  });

  if (kind === 'redis')
    it('are jobs of BullMQ, and Redis has no other key', async () => {
      queues.notify([...wakeUps(3), { ...aWakeUp(), delayMs: 3_600_000 }]);
      await queues.drain();
      const jobIds = (await queues.queues.orders.getJobs()).map(({ id }) => `linework:orders:${id}`);
      const others = ['delayed', 'events', 'id', 'marker', 'meta', 'wait'].map((name) => `linework:orders:${name}`);
      expect((await findKeys('*')).filter((key) => !key.startsWith('linework:maintenance:')).toSorted()).toEqual(
        [...jobIds, ...others].toSorted(),
      );
    });

  if (kind === 'redis')
    it('in the list of the release before are deleted, whenever one of its programs sends them', async () => {
      const redis = new Redis(redisUrl ?? '');
      const push = () => redis.rpush('linework:wake-ups', JSON.stringify({ orders: wakeUps(1) }));
      const isDeleted = async () => (await findKeys('linework:wake-ups')).length === 0;
      await push();
      await work({});
      await until(isDeleted);
      await push();
      await until(isDeleted);
      redis.disconnect();
    });

  it('with a delay arrive after it', async () => {
    const [late, alsoLate, muchLater, early] = [aWakeUp(), aWakeUp(), aWakeUp(), aWakeUp()];
    const sentAt = Date.now();
    const receivedAt = new Map<string, number>();
    await work({ 'advance-order': async ({ orders }) => void receivedAt.set(orders[0]?.orderId ?? '', Date.now()) });
    queues.notify([
      { ...late, delayMs: 1_000 },
      { ...alsoLate, delayMs: 1_000 },
      { ...muchLater, delayMs: 3_600_000 },
      early,
    ]);
    await until(() => receivedAt.size === 3);
    expect(Number(receivedAt.get(late.orderId)) - sentAt).toBeGreaterThanOrEqual(1_000);
    expect(Number(receivedAt.get(alsoLate.orderId)) - sentAt).toBeGreaterThanOrEqual(1_000);
    expect(receivedAt.has(early.orderId)).toBe(true);
    expect(receivedAt.has(muchLater.orderId)).toBe(false);
  });

  it('whose attempts have all failed are a failed job', async () => {
    let attempts = 0;
    await work({
      'advance-order': async () => {
        attempts += 1;
        throw new UnrecoverableError('never works');
      },
    });
    const wakeUp = aWakeUp();
    queues.notify([wakeUp]);
    await until(async () => (await queues.counts()).orders['failed'] === 1);
    const [job] = await queues.queues.orders.getFailed();
    expect(job).toMatchObject({ failedReason: 'never works', data: { orders: [wakeUp] } });
    expect(attempts).toBe(1);
  });
});
