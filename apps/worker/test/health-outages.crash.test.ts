import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDb } from '@linework/db/db';
import { migrate } from '@linework/db/migrate';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@linework/local-servers/embedded-postgres';
import { type RedisServer, startRedisServer } from '@linework/local-servers/redis-server';
import { stopServer } from '@linework/local-servers/stop-server';
import { stopWithThisProcess } from '@linework/local-servers/stop-with-this-process';
import { pausePostgres } from '@linework/testing/processes/pause-postgres';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import type { WorkerProcess } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { needs } from '@linework/testing/run/needs';
import { measureSlowness } from '@linework/testing/servers/measure-slowness';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

needs('redis-server');

const limitMs = 10_000;

let folder: string;
let dataDir: string;
let postgres: EmbeddedPostgres;
let redis: RedisServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linework-health-'));
  dataDir = join(folder, 'postgres');
  postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' }, temporary: true });
  await migrate(postgres.url);
  redis = await startRedisServer();
});
afterAll(async () => {
  await redis?.stop();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

const commandRedis = async (...command: [string, ...string[]]): Promise<void> => {
  const connection = new Redis(redis.url);
  await connection.call(...command).finally(() => connection.disconnect());
};

/** Starts a Sentinel on the port of the Redis, which has ended. Returns the function that stops it. */
async function startSentinel(): Promise<() => Promise<void>> {
  const file = join(folder, 'sentinel.conf');
  await writeFile(file, `port ${redis.port}\nbind 127.0.0.1\nsentinel monitor main 127.0.0.1 1 1\n`);
  const sentinel = spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' });
  stopWithThisProcess(sentinel);
  const connection = new Redis(redis.url, { retryStrategy: () => 50 }).on('error', () => {});
  expect(await connection.call('SENTINEL', 'MASTERS')).toHaveLength(1);
  connection.disconnect();
  return () => stopServer(sentinel, 'SIGKILL');
}

interface Outage {
  readonly name: string;
  /** The checks that are down. */
  readonly api: readonly string[];
  readonly worker: readonly string[];
  /** Begins the outage, and returns the function that ends it. */
  begin(): Promise<() => Promise<void>>;
}

const ofRedis = { api: ['redis'], worker: ['maintenance', 'redis'] };
const outagesOfRedis: readonly Outage[] = [
  {
    name: 'Redis is a read-only replica',
    ...ofRedis,
    async begin() {
      await commandRedis('REPLICAOF', '127.0.0.1', '1');
      return () => commandRedis('REPLICAOF', 'NO', 'ONE');
    },
  },
  {
    name: 'Redis is frozen',
    ...ofRedis,
    async begin() {
      process.kill(redis.pid, 'SIGSTOP');
      return async () => void process.kill(redis.pid, 'SIGCONT');
    },
  },
  {
    name: 'Redis is gone',
    ...ofRedis,
    async begin() {
      await redis.kill();
      return startRedisAgain;
    },
  },
  {
    name: 'a Sentinel has the address of Redis',
    ...ofRedis,
    async begin() {
      await redis.kill();
      const stop = await startSentinel();
      return () => stop().then(startRedisAgain);
    },
  },
];

async function startRedisAgain(): Promise<void> {
  redis = await startRedisServer({ port: redis.port });
}

const silentPostgres: Outage = {
  name: 'PostgreSQL is frozen',
  api: ['postgres'],
  worker: ['maintenance', 'postgres'],
  async begin() {
    const resume = await pausePostgres(dataDir);
    return async () => resume();
  },
};

const lockedTable: Outage = {
  name: 'the scheduled jobs wait for a lock',
  api: [],
  worker: ['maintenance'],
  async begin() {
    const db = openDb({ url: postgres.url });
    const client = await db.pool.connect();
    await client.query('BEGIN; LOCK TABLE orders IN ACCESS EXCLUSIVE MODE');
    return async () => {
      await client.query('COMMIT');
      client.release();
      await db.close();
    };
  },
};

describe('the health of API and worker', () => {
  let system: System;
  let worker: WorkerProcess;
  beforeAll(async () => {
    system = await startSystem({
      databaseUrl: postgres.url,
      redisUrl: redis.url,
      settings: { STATEMENT_TIMEOUT_MS: '5000' },
    });
    worker = await system.startWorker();
  });
  afterAll(() => system?.close());

  const read = async (url: string, query = '') => {
    const response = await fetch(`${url}/health/ready${query}`);
    const { checks } = (await response.json()) as { readonly checks: Readonly<Record<string, string>> };
    const down = Object.keys(checks).filter((name) => name !== 'network' && checks[name] === 'down');
    return { status: response.status, down };
  };

  async function within(limit: number, what: string, condition: () => Promise<boolean>): Promise<void> {
    await waitUntil(what, condition, { limitMs: limit * measureSlowness() });
  }

  const isReady = async () => (await read(system.api.url)).status === 200 && (await read(worker.url)).status === 200;

  it.each([...outagesOfRedis, silentPostgres, lockedTable])(
    'is 503 within 10 s while $name, and 200 within 10 s after it',
    async (outage) => {
      await waitUntil('both are ready', isReady);
      const end = await outage.begin();
      for (const [url, expected] of [
        [system.api.url, outage.api],
        [system.api.adminUrl, outage.api],
        [worker.url, outage.worker],
      ] as const)
        await within(limitMs, `${url} misses ${expected}`, async () => {
          const { status, down } = await read(url);
          return status === (expected.length > 0 ? 503 : 200) && expected.every((name) => down.includes(name));
        });
      const accepts = outage === silentPostgres ? 503 : 200;
      expect((await read(system.api.url, '?exclude=redis')).status).toBe(accepts);
      await end();
      await within(limitMs, 'both are ready', isReady);
    },
  );

  it('is 503 while Redis is gone, and meanwhile orders are accepted, wait, and go on within 10 s after it', async () => {
    await waitUntil('both are ready', isReady);
    await redis.kill();
    await within(limitMs, 'the worker is not ready', async () => (await read(worker.url)).status === 503);
    const [line] = await system.lines(1);
    const orderId = await system.client.placeOrder('block', line?.id ?? '');
    const [before] = await positions();
    await waitUntil('a lease and the pause of a sweep would be over', async () => await isOlderThan(orderId, 4));
    expect(await system.client.order(orderId)).toMatchObject({ status: 'PENDING' });
    // The order's events are committed, and nobody can read them in the feed.
    expect(await positions()).toEqual([before]);
    await startRedisAgain();
    await within(limitMs, 'the order is completed', async () => (await statusOf(orderId)) === 'COMPLETED');
    expect((await positions())[0]).toBeGreaterThan(before ?? 0);
  });

  const statusOf = async (id: string) => (await system.db.prisma.order.findUnique({ where: { id } }))?.status;
  const isOlderThan = async (id: string, seconds: number) => {
    const { rows } = await system.db.pool.query(
      "SELECT FROM orders WHERE id = $1 AND created_at < now() - $2 * interval '1 s'",
      [id, seconds],
    );
    return rows.length > 0;
  };
  const positions = async (): Promise<readonly number[]> =>
    (await system.db.pool.query('SELECT newest_position::int AS position FROM event_sequencer')).rows.map(
      ({ position }) => position,
    );
});
