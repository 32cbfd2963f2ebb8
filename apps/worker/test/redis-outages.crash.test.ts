import { findFreePort } from '@linework/local-servers/find-free-port';
import { type RedisServer, startRedisServer } from '@linework/local-servers/redis-server';
import { periods } from '@linework/queue/schedules';
import { startBundledProgram } from '@linework/testing/processes/start-program';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { needs } from '@linework/testing/run/needs';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

needs('redis-server');

describe('orders while Redis fails', () => {
  let redis: RedisServer;
  let system: System;
  let orderWithoutRedis: string | undefined;
  const report: string[] = [];
  beforeAll(async () => {
    const port = await findFreePort();
    system = await startSystem({ redisUrl: `redis://127.0.0.1:${port}` });
    await Promise.all([system.startWorker(), system.startWorker()]);
    [orderWithoutRedis] = await block(1);
    redis = await startRedisServer({ port });
  });
  afterAll(async () => {
    console.info(`after Redis was emptied or came back (limit: 10 s):\n  ${report.join('\n  ')}`);
    await system?.close();
    await redis?.stop();
  });

  /** Blocks lines from three clients at once and returns the ids of the orders. */
  async function block(count: number): Promise<readonly string[]> {
    const lines = [...(await system.lines(count))];
    const ids: string[] = [];
    const placeOrders = async () => {
      for (let line = lines.pop(); line; line = lines.pop()) ids.push(await system.client.placeOrder('block', line.id));
    };
    await Promise.all([placeOrders(), placeOrders(), placeOrders()]);
    return ids;
  }

  async function firstCompletes(orderIds: readonly string[], what: string): Promise<void> {
    const since = performance.now();
    await waitUntil(
      'one of them is done',
      async () =>
        (await system.db.prisma.order.count({ where: { id: { in: [...orderIds] }, status: 'COMPLETED' } })) > 0,
    );
    report.push(`${what}: the first order done after ${Math.round(performance.now() - since)} ms`);
  }

  async function allCompleted(orderIds: readonly string[]): Promise<void> {
    await system.waitUntilSettled();
    expect(await system.db.prisma.order.count({ where: { id: { in: [...orderIds] }, status: 'COMPLETED' } })).toBe(
      orderIds.length,
    );
  }

  const listSchedulers = async () =>
    (
      await withRedis(redis.url, (connection) => connection.zrange('linework:maintenance:repeat', '0', '-1'))
    ).toSorted();
  const allSchedulers = periods.map(({ name }) => name).toSorted();

  it('are executed when Redis becomes reachable after the start of the programs', async () => {
    await system.waitUntilSettled();
    expect(await system.client.order(orderWithoutRedis ?? '')).toMatchObject({ status: 'COMPLETED' });
  });

  it('are all executed, and the schedulers are created again, if Redis is emptied repeatedly', async () => {
    await waitUntil('the schedulers exist', async () => (await listSchedulers()).length === allSchedulers.length);
    const slow = await system.network.injectFault({ fault: 'slow', ms: 30, times: 'always' });
    const placing = block(60);
    for (const placed of [5, 20, 35, 50]) {
      await waitUntil(`${placed} are placed`, async () => (await system.db.prisma.order.count()) >= placed);
      await withRedis(redis.url, (connection) => connection.flushall());
    }
    const orderIds = await placing;
    await allCompleted(orderIds);
    await waitUntil('the schedulers exist again', async () => (await listSchedulers()).join() === allSchedulers.join());
    await system.network.removeFault(slow);
  });

  it('are accepted while Redis is unreachable, and executed when it is back and empty', async () => {
    const slow = await system.network.injectFault({ fault: 'slow', ms: 100, times: 'always' });
    const running = await block(6);
    await redis.kill();
    const accepted = await block(10);
    const deleted = await Promise.all(
      (await system.lines(2)).map(({ id }) => system.client.send('DELETE', `/lines/${id}`)),
    );
    expect(deleted.map(({ status }) => status)).toEqual([202, 202]);
    expect((await fetch(`${system.api.url}/health/ready?exclude=redis`)).status).toBe(200);
    redis = await startRedisServer({ port: redis.port });
    await firstCompletes(accepted, 'away and back, empty');
    await allCompleted([...running, ...accepted]);
    await system.network.removeFault(slow);
  });
});

describe('a Redis that may evict keys', () => {
  it.each(['worker', 'api'] as const)('keeps the %s from starting and is reported in one sentence', async (app) => {
    const redis = await startRedisServer({ flags: ['--maxmemory-policy', 'allkeys-lru'] });
    const program = await startBundledProgram(app, {
      DATABASE_URL: 'postgresql://127.0.0.1:1/none',
      REDIS_URL: redis.url,
    });
    expect(await program.ended).toBe(1);
    expect(program.lines).toEqual([
      'Cannot start: Redis has maxmemory-policy allkeys-lru, but the queues need noeviction: ' +
        'run CONFIG SET maxmemory-policy noeviction',
    ]);
    await redis.stop();
  });
});

async function withRedis<Result>(url: string, use: (redis: Redis) => Promise<Result>): Promise<Result> {
  const redis = new Redis(url);
  try {
    return await use(redis);
  } finally {
    redis.disconnect();
  }
}
