import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@linework/db/migrate';
import { startEmbeddedPostgres } from '@linework/local-servers/embedded-postgres';
import { canInstall } from '@linework/local-servers/install-if-missing';
import { startRedisServer } from '@linework/local-servers/redis-server';
import { removeWithThisProcess } from '@linework/local-servers/remove-with-this-process';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';

interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

/** The addresses of the test servers. */
export interface TestServers {
  readonly postgresUrl: string;
  readonly templateDatabase: string;
  /** Empty if this machine has no Redis. */
  readonly redisUrl: string;
  readonly redisDatabases: number;
}

/**
 * Runs before the first test. It uses the servers that TEST_SERVERS names and does not stop them, or starts new ones.
 * TEST_SERVERS=none starts none. Also makes the folder of all temporary files of the run, and in it one for what its
 * processes share: a bundle of each program that they start, and their keys. It is removed when this process has ended.
 * Returns a function that stops and removes what was started.
 */
export default async function provideTestServers(project: TestProject): Promise<() => Promise<void>> {
  const existing = process.env['TEST_SERVERS'];
  if (existing === 'none') return async () => {};
  await makeTemporaryFolder();
  const { servers, stop } = existing
    ? { servers: JSON.parse(existing) as TestServers, stop: async () => {} }
    : await startTestServers();
  project.provide('postgresUrl', servers.postgresUrl);
  project.provide('templateDatabase', servers.templateDatabase);
  project.provide('redisUrl', servers.redisUrl);
  project.provide('redisDatabases', servers.redisDatabases);
  return stop;
}

/** The tests make several database clusters and thousands of files. A disk took 3 % of the processor for them. */
async function makeTemporaryFolder(): Promise<void> {
  const folder = mkdtempSync(join(await chooseDataFolder(), 'linework-tests-'));
  removeWithThisProcess(folder);
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  // It is kept for the next run, outside of the project, where the system removes what is old.
  const compileCache = join(tmpdir(), 'linework-compile-cache');
  Object.assign(process.env, { TMPDIR: folder, TEST_PROGRAMS: programs, TEST_COMPILE_CACHE: compileCache });
}

/**
 * Starts one PostgreSQL with a migrated template database and one Redis. TEST_DATABASE_URL, DATABASE_URL and REDIS_URL
 * name existing servers.
 */
export async function startTestServers(): Promise<{
  readonly servers: TestServers;
  readonly stop: () => Promise<void>;
}> {
  await using started = new AsyncDisposableStack();
  const redis = await startRedis();
  started.defer(() => redis.stop());
  const { postgresUrl, templateDatabase, stop } = await startMigratedPostgres();
  started.defer(stop);
  const redisDatabases = await countDatabases(redis.url);
  const running = started.move();
  return {
    servers: { postgresUrl, templateDatabase, redisUrl: redis.url, redisDatabases },
    stop: () => running.disposeAsync(),
  };
}

/** Starts a PostgreSQL with a migrated database. */
export async function startMigratedPostgres() {
  await using started = new AsyncDisposableStack();
  const postgres = await startPostgres();
  started.defer(() => postgres.stop());
  const templateDatabase = `linework_template_${randomUUID().replaceAll('-', '')}`;
  await query(postgres.url, `create database ${templateDatabase}`);
  started.defer(() => query(postgres.url, `drop database ${templateDatabase} with (force)`));
  const url = databaseUrl(postgres.url, templateDatabase);
  await migrate(url);
  const running = started.move();
  return { url, postgresUrl: postgres.url, templateDatabase, stop: () => running.disposeAsync() };
}

async function startPostgres(): Promise<Server> {
  const url = process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL'];
  if (url) return { url, stop: async () => {} };
  // The data is deleted after the run, so no commit waits for the disk. Commits still take effect in order.
  const durability = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };
  // A table of a test lives for seconds. A test that needs statistics analyses its tables itself.
  const maintenance = { autovacuum: 'off' };
  // No standby reads the log: a table that is filled in the transaction that created it is not logged, nor are the
  // indexes of a filled table. No data is recovered from the log, so no checkpoint is needed during the run.
  const log = { wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '8GB', checkpoint_timeout: '1h' };
  // The files of the run keep every processor busy. Another process for a part of a plan or of an index, or for reading
  // pages, would only cost its start.
  const processes = { max_parallel_workers_per_gather: '0', max_parallel_maintenance_workers: '0', io_method: 'sync' };
  // PostgreSQL plans a statement six times on each connection before it may keep a plan, and each file has new
  // connections: that took a third of its time in the tests of the worker. This keeps the first plan, which is most
  // often the one of a program that has run for a while.
  const settings = {
    ...durability,
    ...maintenance,
    ...log,
    ...processes,
    plan_cache_mode: 'force_generic_plan',
    max_connections: '300',
  };
  return startEmbeddedPostgres({
    dataDir: join(await chooseDataFolder(), `linework-postgres-${randomUUID()}`),
    settings,
    temporary: true,
  });
}

const memoryFolder = '/dev/shm';
const minFreeBytes = 8 * 1024 ** 3;

/**
 * Uses memory if there is enough: every test file has its own database, and creating one on a disk takes ten times as
 * long.
 */
async function chooseDataFolder(): Promise<string> {
  const free = await statfs(memoryFolder).catch(() => undefined);
  return free && free.bavail * free.bsize >= minFreeBytes ? memoryFolder : tmpdir();
}

/**
 * Without redis-server the URL is empty: the tests of Redis are skipped (`packages/testing/src/run/needs.ts`), and the
 * others run with PostgreSQL alone.
 */
async function startRedis(): Promise<Server> {
  const url = process.env['REDIS_URL'];
  return url || !canInstall('redis-server') ? { url: url ?? '', stop: async () => {} } : startRedisServer();
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function query(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function countDatabases(url: string): Promise<number> {
  if (url === '') return 0;
  const redis = new Redis(url);
  try {
    const [, count] = (await redis.config('GET', 'databases')) as [string, string];
    return Number(count);
  } finally {
    redis.disconnect();
  }
}
