import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@linework/log/log';
import { createPostgresBackend, DEFAULT_SCHEMA, type PostgresConnectionOptions, type Queue, runMigrations, type Worker, withBackend } from 'bullmq';
import { Pool } from 'pg';
import { watchOutage } from './outage.ts';
import { patient } from './patient-backend.ts';
import type { QueueBackend } from './queue-backend.ts';

const soonMs = 2_000;
const postgres = withBackend(patient(createPostgresBackend));

/** Queues in a schema of their own of the database that also holds the orders. Throws when PostgreSQL is away. */
export async function openPostgresBackend({ url, log }: { readonly url: string; readonly log: Log }): Promise<QueueBackend> {
  const pool = connect(url, log);
  await migrate(pool);
  // BullMQ describes a pool more narrowly than pg does.
  const connection = pool as unknown as PostgresConnectionOptions;

  return {
    kind: 'postgres',
    async openQueue(name) {
      const queue = new postgres.Queue(name, { connection });
      return whenReady(queue.on('error', () => {}) as unknown as Queue);
    },
    async openWorker(name, process, settings) {
      const worker = new postgres.Worker(name, process, { ...settings, connection });
      return whenReady(worker as unknown as Worker);
    },
    isUp: () =>
      pool.query('select 1').then(
        () => true,
        () => false,
      ),
    // A client that a worker left behind in a hurry would keep the pool open for ever.
    close: () => Promise.race([pool.end(), sleep(soonMs, undefined, { ref: false })]),
  };
}

function connect(url: string, log: Log): Pool {
  const outage = watchOutage(log, { failing: 'the queues lost PostgreSQL', working: 'the queues have PostgreSQL again' });
  const pool = new Pool({
    connectionString: url,
    application_name: 'linework-queues',
    // Each worker keeps one to listen on.
    max: 8,
    keepAlive: true,
    connectionTimeoutMillis: soonMs,
    query_timeout: 2 * soonMs,
    onConnect: async (client) => {
      await client.query(`set search_path = ${DEFAULT_SCHEMA}`);
      outage.worked();
    },
  });
  return pool.on('error', outage.failed);
}

/** One that found PostgreSQL away when it was made never comes to life: that must be seen at the start. */
async function whenReady<Opened extends Queue | Worker>(opened: Opened): Promise<Opened> {
  await opened.waitUntilReady();
  return opened;
}

async function migrate(pool: Pool): Promise<void> {
  try {
    const client = await pool.connect();
    await runMigrations(client).finally(() => client.release());
  } catch (error) {
    await pool.end();
    throw error;
  }
}
