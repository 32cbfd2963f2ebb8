import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@linework/local-servers/embedded-postgres';
import pg from 'pg';

export interface Postgres {
  readonly url: string;
  readonly version: string;
  /**
   * Counts the transactions of all sessions that have written so far. It reads the transaction ids, which only writers
   * get; `pg_stat_database` counts reads as commits too, and is updated late.
   */
  countCommits(): Promise<number>;
  /** Vacuums and analyses the tables, so that plans are made for tables as they are after some use. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Every commit is durable, which is also the default. The WAL may grow so large that no checkpoint falls into a
 * measurement.
 */
const settings = {
  max_connections: '200',
  shared_buffers: '1GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
  // So often that its work is in every measurement, as in production.
  autovacuum_naptime: '10s',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
};

/** Starts an empty PostgreSQL in a temporary folder. It ends with this process, and its data with it. */
export async function startPostgres(): Promise<Postgres> {
  const dataDir = join(tmpdir(), `bench-postgres-${randomUUID()}`);
  const server = await startEmbeddedPostgres({ dataDir, settings, temporary: true });
  const observer = new pg.Client(server.url);
  await observer.connect();
  const { rows } = await observer.query('show server_version');
  return {
    url: server.url,
    version: rows[0].server_version,
    countCommits: () => countCommits(observer),
    async settle() {
      await observer.query('vacuum analyze');
    },
    async stop() {
      await observer.end();
      await server.stop();
    },
  };
}

async function countCommits(observer: pg.Client): Promise<number> {
  const { rows } = await observer.query('select pg_snapshot_xmax(pg_current_snapshot()) as next');
  return Number(rows[0].next);
}
