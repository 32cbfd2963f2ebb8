import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog, silentLog } from '@linework/log/log';
import { needs } from '@linework/testing/run/needs';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openQueues, type Queues } from '../src/open-queues.ts';
import type { WakeUp } from '../src/order-notifier.ts';
import type { JobHandlers } from '../src/run-handler.ts';
import { startWorkers, type Workers } from '../src/start-workers.ts';
import { takeWakeUps } from '../src/take-wake-ups.ts';
import { idleHandlers } from './idle-handlers.ts';
import { until } from './until.ts';

needs('redis');

const key = 'linework:wake-ups';
const aWakeUp = (): WakeUp => ({ orderId: randomUUID(), epoch: 0 });

describe('wake-ups in Redis', () => {
  let redis: Redis;
  let queues: Queues;
  const running: Workers[] = [];

  beforeEach(async () => {
    const redisUrl = await testRedisUrl();
    redis = new Redis(redisUrl);
    queues = await openQueues({ redisUrl, databaseUrl: 'postgres://unused', log: silentLog });
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((workers) => workers.close()));
    await queues.close();
    redis.disconnect();
  });

  async function work(advance: JobHandlers['advance-order'], { concurrency = 1, log = silentLog } = {}): Promise<Workers> {
    const workers = await startWorkers({ queues, handlers: { ...idleHandlers, 'advance-order': advance }, concurrency, log });
    running.push(workers);
    return workers;
  }

  it('are left to other workers by a worker whose slots are all in use', async () => {
    const received: string[] = [];
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await work(async () => {
      received.push('busy');
      await released;
    });
    queues.notify([aWakeUp()]);
    await until(() => received.length === 1);
    await work(async () => void received.push('free'));
    for (let count = 1; count <= 5; count += 1) {
      queues.notify([aWakeUp()]);
      await until(() => received.length === 1 + count);
    }
    expect(received).toEqual(['busy', ...Array.from({ length: 5 }, () => 'free')]);
    release();
  });

  it('share the slots of a worker with the jobs of the queue', async () => {
    let now = 0;
    let most = 0;
    let ended = 0;
    await work(
      async () => {
        now += 1;
        most = Math.max(most, now);
        await sleep(5);
        now -= 1;
        ended += 1;
      },
      { concurrency: 2 },
    );
    for (let count = 0; count < 20; count += 1) {
      await queues.queues.orders.add('advance-order', { orders: [aWakeUp()] });
      queues.notify([aWakeUp()]);
      await queues.drain();
    }
    await until(() => ended === 40);
    expect(most).toBe(2);
  });

  it('that cannot be read are dropped, and the next ones run', async () => {
    const lines: string[] = [];
    const destination = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk)) as undefined) });
    const received: unknown[] = [];
    await redis.rpush(key, 'no JSON', '{}');
    await work(async ({ orders }) => void received.push(...orders), { log: createLog({ name: 'test', level: 'warn', destination }) });
    const wakeUp = aWakeUp();
    queues.notify([wakeUp]);
    await until(() => received.length > 0);
    expect(received).toEqual([wakeUp]);
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(Array.from({ length: 2 }, () => 'wake-ups were dropped; the sweep requeues their orders'));
  });

  it('without a worker that reads them are kept up to a limit, the newest ones', async () => {
    await redis.rpush(key, ...Array.from({ length: 100_000 }, (_, index) => String(index)));
    queues.notify([aWakeUp()]);
    await queues.drain();
    expect((await queues.counts()).orders['waiting']).toBe(100_000);
    expect(await redis.lindex(key, 0)).toBe('1');
  });

  it('stay in the list when the worker that waits for them is closed', async () => {
    const workers = await work(async () => {});
    await until(async () => String(await redis.client('LIST')).includes('cmd=blpop'));
    await workers.close();
    queues.notify([aWakeUp()]);
    await queues.drain();
    expect(await redis.llen(key)).toBe(1);
  });
});

describe('a worker that takes wake-ups', () => {
  const outage = { reportFailure: vi.fn(), reportSuccess: vi.fn() };

  function aList(take: () => Promise<string | null>) {
    const taker = { take, async interrupt() {}, onError() {}, disconnect: vi.fn() };
    return { async push() {}, count: async () => 0, putBack: vi.fn(async () => {}), openTaker: () => taker, taker };
  }

  it('puts a message back that arrives while it closes', async () => {
    let answer: (message: string) => void = () => {};
    const list = aList(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const run = vi.fn();
    const worker = takeWakeUps({ list, waitForSlot: async () => {}, run, outage });
    await Promise.resolve();
    const closed = worker.close();
    answer('a message');
    await closed;
    expect(run).not.toHaveBeenCalled();
    expect(list.putBack).toHaveBeenCalledWith('a message');
    expect(list.taker.disconnect).toHaveBeenCalled();
  });

  it('goes on after Redis has rejected a request, and reports it', async () => {
    const answers = [() => Promise.reject(new Error('LOADING')), async () => 'a message'];
    const list = aList(() => answers.shift()?.() ?? new Promise(() => {}));
    const run = vi.fn();
    takeWakeUps({ list, waitForSlot: async () => {}, run, outage });
    await until(() => run.mock.calls.length > 0);
    expect(run.mock.calls).toEqual([['a message']]);
    expect(outage.reportFailure).toHaveBeenCalledTimes(1);
  });
});
