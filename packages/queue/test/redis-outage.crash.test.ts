import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type RedisServer, startRedisServer } from '@linework/local-servers/redis-server';
import { createLog } from '@linework/log/log';
import type { WakeUp } from '@linework/schemas/jobs';
import { needs } from '@linework/testing/run/needs';
import { measureSlowness } from '@linework/testing/servers/measure-slowness';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openQueues, type Queues } from '../src/open-queues.ts';
import type { JobHandlers } from '../src/run-handler.ts';
import { startWorkers, type Workers } from '../src/start-workers.ts';
import { idleHandlers } from './idle-handlers.ts';
import { until } from './until.ts';

needs('redis-server');

const aWakeUp = (): WakeUp => ({ orderId: randomUUID(), epoch: 0 });

describe('while Redis is unreachable', () => {
  let server: RedisServer;
  let queues: Queues;
  let workers: Workers | undefined;
  let lines: string[];
  const words = () => lines.map((line) => (JSON.parse(line) as { readonly msg: string }).msg);

  beforeEach(async () => {
    lines = [];
    server = await startRedisServer();
    queues = await open(server.url);
  });
  afterEach(async () => {
    await workers?.close();
    workers = undefined;
    await queues.close();
    await server.stop();
  });

  function open(redisUrl: string): Promise<Queues> {
    const destination = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    return openQueues({
      redisUrl,
      databaseUrl: 'postgres://unused',
      log: createLog({ name: 'test', level: 'info', destination }),
    });
  }

  async function startAgain(): Promise<void> {
    server = await startRedisServer({ port: server.port });
  }

  async function work(handlers: Partial<JobHandlers> = {}): Promise<Set<string>> {
    const received = new Set<string>();
    const advance: JobHandlers['advance-order'] = async ({ orders }) => {
      for (const { orderId } of orders) received.add(orderId);
    };
    const log = createLog({ name: 'test', level: 'silent' });
    workers = await startWorkers({
      queues,
      handlers: { ...idleHandlers, 'advance-order': advance, ...handlers },
      concurrency: 4,
      log,
    });
    return received;
  }

  it('a wake-up does not throw, and is counted as failed', async () => {
    await server.kill();
    for (let count = 0; count < 100; count += 1) queues.notify([aWakeUp()]);
    await queues.drain();
    expect(queues.failedWakeUps()).toBe(100);
    expect(await queues.isUp()).toBe(false);
    await expect(queues.counts()).rejects.toThrow();
  });

  it('a Redis that became a read-only replica is down, and up when it is a master again', async () => {
    const admin = new Redis(server.url);
    expect(await queues.isUp()).toBe(true);
    await admin.replicaof('127.0.0.1', 1);
    expect(await admin.ping()).toBe('PONG');
    await until(async () => !(await queues.isUp()));
    await admin.replicaof('NO', 'ONE');
    await until(() => queues.isUp());
    await admin.quit();
  });

  it('the log reports the outage once, and its end once', async () => {
    await server.kill();
    for (let count = 0; count < 20; count += 1) {
      queues.notify([aWakeUp()]);
      await queues.drain();
    }
    await startAgain();
    await until(() => queues.isUp());
    queues.notify([aWakeUp()]);
    await queues.drain();
    expect(words().toSorted()).toEqual([
      'Redis is reachable again',
      'Redis not reachable; orders are safe, the sweep requeues them when Redis is back',
      'queue accepts wake-ups again',
      'queue does not accept wake-ups; orders are safe, the sweep requeues them when the queue is reachable',
    ]);
  });

  it('workers wait, and continue within 10 s after Redis is back', async () => {
    const received = await work();
    await server.kill();
    await until(async () => !(await queues.isUp()));
    await startAgain();
    const backAt = Date.now();
    await until(() => queues.isUp());
    const wakeUp = aWakeUp();
    queues.notify([wakeUp]);
    await until(() => received.has(wakeUp.orderId));
    expect(Date.now() - backAt).toBeLessThan(10_000 * measureSlowness());
  });

  it('programs start anyway, and connect when Redis is reachable', async () => {
    await server.kill();
    await queues.close();
    queues = await open(server.url);
    queues.notify([aWakeUp()]);
    await queues.drain();
    expect(queues.failedWakeUps()).toBe(1);
    let ticks = 0;
    const received = await work({ 'requeue-due-orders': async () => void ticks++ });
    await startAgain();
    await until(() => queues.isUp());
    const wakeUp = aWakeUp();
    queues.notify([wakeUp]);
    await until(() => received.has(wakeUp.orderId) && ticks > 0);
  });

  it('workers that never connected can be closed', async () => {
    await server.kill();
    await queues.close();
    queues = await open(server.url);
    await work();
    const startedAt = Date.now();
    await workers?.close();
    expect(Date.now() - startedAt).toBeLessThan(6_000 * measureSlowness());
  });

  it('a hanging Redis delays no wake-up beyond the timeout, however many there are', async () => {
    process.kill(server.pid, 'SIGSTOP');
    try {
      const startedAt = Date.now();
      for (let count = 0; count < 1_000; count += 1) queues.notify([aWakeUp(), { ...aWakeUp(), delayMs: 100 }]);
      await queues.drain();
      expect(queues.failedWakeUps()).toBe(2_000);
      // Sent one after the other, they would take more than half an hour.
      expect(Date.now() - startedAt).toBeLessThan(6_000 * measureSlowness());
    } finally {
      process.kill(server.pid, 'SIGCONT');
    }
  });

  it('a Redis without memory loses wake-ups, and its workers do not retry without a pause', async () => {
    await work();
    const redis = new Redis(server.url);
    await redis.config('SET', 'maxmemory', '1mb');
    queues.notify([aWakeUp()]);
    await queues.drain();
    expect(queues.failedWakeUps()).toBe(1);
    const before = await commandsOf(redis);
    await until(async () => Date.now() > before.at + 1_000);
    const after = await commandsOf(redis);
    expect((after.count - before.count) / ((after.at - before.at) / 1_000)).toBeLessThan(500);
    await redis.config('SET', 'maxmemory', '0');
    redis.disconnect();
  });

  it('a job is taken over from a worker that was killed', async () => {
    const wakeUp = aWakeUp();
    const hanging = fork(fileURLToPath(new URL('hanging-worker.ts', import.meta.url)), [server.url]);
    queues.notify([wakeUp]);
    await until(async () => (await queues.counts()).orders['active'] === 1);
    hanging.kill('SIGKILL');
    const killedAt = Date.now();
    const received = await work();
    await until(() => received.has(wakeUp.orderId));
    expect(Date.now() - killedAt).toBeLessThan(10_000 * measureSlowness());
  });

  it('an emptied Redis has its job schedulers again within 10 s', async () => {
    let ticks = 0;
    const received = await work({ 'requeue-due-orders': async () => void ticks++ });
    await until(() => ticks > 1);
    const redis = new Redis(server.url);
    await redis.flushall();
    redis.disconnect();
    const before = ticks;
    const wakeUp = aWakeUp();
    queues.notify([wakeUp]);
    await until(() => ticks > before + 1 && received.has(wakeUp.orderId), 10_000 * measureSlowness());
  });
});

async function commandsOf(redis: Redis): Promise<{ readonly at: number; readonly count: number }> {
  const count = /total_commands_processed:(\d+)/.exec(await redis.info('stats'))?.[1];
  return { at: Date.now(), count: Number(count) };
}

describe('a Redis that may evict keys', () => {
  it('is rejected at the start', async () => {
    const server = await startRedisServer({ flags: ['--maxmemory-policy', 'allkeys-lru'] });
    const opening = openQueues({
      redisUrl: server.url,
      databaseUrl: 'postgres://unused',
      log: createLog({ name: 'test', level: 'silent' }),
    });
    await expect(opening).rejects.toThrow('Redis has maxmemory-policy allkeys-lru, but the queues need noeviction');
    await server.stop();
  });
});
