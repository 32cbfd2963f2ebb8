import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@linework/log/log';
import {
  assertSchemaCompatibility,
  createPostgresBackend,
  DEFAULT_SCHEMA,
  LATEST_SCHEMA_VERSION,
  type PostgresConnectionOptions,
  type Queue,
  runMigrations,
  SchemaMigrationRequiredError,
  type Worker,
  withBackend,
} from 'bullmq';
import { Pool, type PoolClient } from 'pg';
import { type QueueBackend, type QueueName, retiredQueueName } from './queue-backend.ts';
import { retryOnDeadlock } from './retry-on-deadlock.ts';
import { retrying } from './retrying-backend.ts';
import { watchOutage } from './watch-outage.ts';

const timeoutMs = 2_000;
const keepAliveAfterMs = 10_000;
const postgres = withBackend(retrying(createPostgresBackend));

/** Queues in a schema of their own of the database that also holds the orders. Throws when PostgreSQL is away. */
export async function openPostgresBackend({ url, log }: { readonly url: string; readonly log: Log }): Promise<QueueBackend> {
  // A pool for each, so that a queue that is in trouble leaves the other its connections.
  const pools: Readonly<Record<QueueName, Pool>> = { orders: connect(url, log), maintenance: connect(url, log) };
  await migrate(Object.values(pools));
  // BullMQ describes a pool more narrowly than pg does.
  const connectionOf = (name: QueueName | typeof retiredQueueName) =>
    pools[name === retiredQueueName ? 'maintenance' : name] as unknown as PostgresConnectionOptions;

  return {
    kind: 'postgres',
    async openQueue(name) {
      const queue = new postgres.Queue(name, { connection: connectionOf(name) });
      return waitUntilReady(queue.on('error', () => {}) as unknown as Queue);
    },
    async openWorker(name, process, settings) {
      const worker = new postgres.Worker(name, process, { ...settings, connection: connectionOf(name) });
      return waitUntilReady(worker as unknown as Worker);
    },
    isUp: () =>
      pools.orders.query('select 1').then(
        () => true,
        () => false,
      ),
    // A client that a worker left behind in a hurry would keep the pool open for ever.
    async close() {
      await Promise.race([Promise.all(Object.values(pools).map((pool) => pool.end())), sleep(timeoutMs, undefined, { ref: false })]);
    },
  };
}

function connect(url: string, log: Log): Pool {
  const outage = watchOutage(log, { failing: 'the queues lost PostgreSQL', working: 'the queues have PostgreSQL again' });
  const pool = new Pool({
    connectionString: url,
    application_name: 'linework-queues',
    // A worker keeps one to listen on.
    max: 5,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: 2 * timeoutMs,
    onConnect: async (client) => {
      await client.query(`set search_path = ${DEFAULT_SCHEMA}`);
      outage.reportSuccess();
    },
  });
  const query = pool.query.bind(pool);
  Object.assign(pool, { query: (...request: unknown[]) => retryOnDeadlock(() => Reflect.apply(query, pool, request)) });
  // One that breaks in the moment in which it is lent has nobody else to hear it, and would end the process.
  return pool.on('connect', (client) => void client.on('error', () => {})).on('error', outage.reportFailure);
}

/** One that found PostgreSQL away when it was made never comes to life: that must be seen at the start. */
async function waitUntilReady<Opened extends Queue | Worker>(opened: Opened): Promise<Opened> {
  await opened.waitUntilReady();
  return opened;
}

async function migrate(pools: readonly Pool[]): Promise<void> {
  try {
    const client = await pools[0]?.connect();
    if (client) await migrateIfNeeded(client).finally(() => client.release());
  } catch (error) {
    await Promise.all(pools.map((pool) => pool.end()));
    throw error;
  }
}

/** A role that may only read and change rows finds the tables made by their owner, and would be refused already where it tried. */
async function migrateIfNeeded(client: PoolClient): Promise<void> {
  const version = await assertSchemaCompatibility(client).catch((error: unknown) => {
    if (error instanceof SchemaMigrationRequiredError) return 0;
    throw error;
  });
  if (version < LATEST_SCHEMA_VERSION) await runMigrations(client).catch(explainMissingTables);
}

const insufficientPrivilege = '42501';

/** With the code of the database, by which a program that does not start knows it for a sentence of its operator's. */
function explainMissingTables(error: unknown): never {
  if (!(error instanceof Error) || !('code' in error) || error.code !== insufficientPrivilege) throw error;
  const sentence = 'the tables of the queues are missing, and this role may not make them; run apps/worker/src/prepare-queues-main.ts as the owner';
  throw Object.assign(new Error(sentence, { cause: error }), { code: error.code });
}
