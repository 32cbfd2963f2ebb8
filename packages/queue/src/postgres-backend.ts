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
const postgres = withBackend(createPostgresBackend);

/** Stores the queues in the database of the orders, in a separate schema. Throws if PostgreSQL is not reachable. */
export async function openPostgresBackend({
  url,
  log,
}: {
  readonly url: string;
  readonly log: Log;
}): Promise<QueueBackend> {
  // Each queue has its own pool, so that a blocked queue does not use the connections of the other.
  const pools: Readonly<Record<QueueName, Pool>> = { orders: connect(url, log), maintenance: connect(url, log) };
  await migrate(Object.values(pools));
  // The type of a pool in BullMQ is narrower than the type in pg.
  const connectionOf = (name: QueueName | typeof retiredQueueName) =>
    pools[name === retiredQueueName ? 'maintenance' : name] as unknown as PostgresConnectionOptions;

  return {
    kind: 'postgres',
    async openQueue(name) {
      const queue = new postgres.Queue(name, { connection: connectionOf(name) });
      return waitUntilReady(queue.on('error', () => {}) as unknown as Queue);
    },
    async openWorker(name, process, settings, onFetch) {
      const { Worker } = withBackend(retrying(createPostgresBackend, onFetch));
      const worker = new Worker(name, process, { ...settings, connection: connectionOf(name) });
      return waitUntilReady(worker as unknown as Worker);
    },
    async deleteRetiredList() {},
    isUp: () =>
      pools.orders.query('select 1').then(
        () => true,
        () => false,
      ),
    // A client that a worker did not release keeps `end` waiting forever, so the wait has a limit.
    async close() {
      await Promise.race([
        Promise.all(Object.values(pools).map((pool) => pool.end())),
        sleep(timeoutMs, undefined, { ref: false }),
      ]);
    },
  };
}

function connect(url: string, log: Log): Pool {
  const outage = watchOutage(log, {
    failing: 'queue connection to PostgreSQL failed; orders are safe, workers continue when it is reachable',
    working: 'queue connection to PostgreSQL works again',
  });
  const pool = new Pool({
    connectionString: url,
    application_name: 'linework-queues',
    // A worker uses one of them permanently for LISTEN.
    max: 5,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: 2 * timeoutMs,
    onConnect: async (client) => {
      // A job that a crash of PostgreSQL takes back is lost or runs twice, which costs no order. Without the wait
      // for the disk a wake-up takes half the time.
      await client.query(`set search_path = ${DEFAULT_SCHEMA}; set synchronous_commit = off`);
      outage.reportSuccess();
    },
  });
  const query = pool.query.bind(pool);
  Object.assign(pool, { query: (...request: unknown[]) => retryOnDeadlock(() => Reflect.apply(query, pool, request)) });
  // An unhandled `error` event would end the process: a client can fail before its user has a listener.
  return pool.on('connect', (client) => void client.on('error', () => {})).on('error', outage.reportFailure);
}

/** A queue or worker that cannot connect when it is created never recovers, so the start must fail. */
async function waitUntilReady<Opened extends Queue | Worker>(opened: Opened): Promise<Opened> {
  await opened.waitUntilReady();
  return opened;
}

async function migrate(pools: readonly Pool[]): Promise<void> {
  try {
    const client = await pools[0]?.connect();
    if (client)
      await refusePooler(client)
        .then(() => migrateIfNeeded(client))
        .finally(() => client.release());
  } catch (error) {
    await Promise.all(pools.map((pool) => pool.end()));
    throw error;
  }
}

/**
 * The role of the programs cannot create tables: it finds them already created by the owner, so nothing is migrated
 * then.
 */
async function migrateIfNeeded(client: PoolClient): Promise<void> {
  const version = await assertSchemaCompatibility(client).catch((error: unknown) => {
    if (error instanceof SchemaMigrationRequiredError) return 0;
    throw error;
  });
  if (version < LATEST_SCHEMA_VERSION) await runMigrations(client).catch(explainMissingTables);
}

/**
 * A session of a pooler belongs to others between two statements: it would neither be notified nor keep its settings.
 * The pooler gives the client a number of its own for the session.
 */
async function refusePooler(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  if ((client as PoolClient & { readonly processID: number }).processID === rows[0]?.pid) return;
  const sentence =
    'the queues are in PostgreSQL and need sessions of their own, but the address of the database leads to a ' +
    'connection pooler; set DATABASE_DIRECT_URL to the address of PostgreSQL itself, or set REDIS_URL';
  throw Object.assign(new Error(sentence), { code: 'CONNECTION_POOLER' });
}

const insufficientPrivilege = '42501';

/** Keeps the error code of the database: `exitWithError` prints errors with a code as one sentence for the operator. */
function explainMissingTables(error: unknown): never {
  if (!(error instanceof Error) || !('code' in error) || error.code !== insufficientPrivilege) throw error;
  const sentence =
    'the tables of the queues are missing, and this role cannot create them; run "linework admin prepare-queues" ' +
    'as the owner';
  throw Object.assign(new Error(sentence, { cause: error }), { code: error.code });
}
