import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { findFreePort } from './find-free-port.ts';
import { createCluster, passwordFile } from './postgres-cluster.ts';
import { findPostgresPrograms } from './postgres-programs.ts';
import { buildCommand, type PostgresUser, postgresUser } from './postgres-user.ts';
import { isPostmasterReady, removeStalePostmaster } from './postmaster-file.ts';
import { hasEnded, stopServer } from './stop-server.ts';
import { stopWithThisProcess } from './stop-with-this-process.ts';

export interface EmbeddedPostgres {
  readonly url: string;
  /** Ends the server and, unless it is temporary, keeps what was committed. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Made when it is missing, kept from one start to the next. The server's own messages go into `<dataDir>.log` beside it. */
  readonly dataDir: string;
  /** A free one is chosen where none is given. */
  readonly port?: number;
  /** Server settings by name, such as `fsync: 'off'`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Throw the data away when the server ends. */
  readonly temporary?: boolean;
}

const startLimitMs = 60_000;
const pollMs = 20;

/**
 * Starts PostgreSQL from npm on the loopback address and answers when it takes connections. It ends with this process, however that ends.
 * The class that comes with the package is not used: it stops the server at the first signal, before our own processes have drained.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const port = await findFreePort(options.port);
  const programs = await findPostgresPrograms();
  await mkdir(dirname(dataDir), { recursive: true });
  const user = postgresUser([programs.postgres, dirname(dataDir)]);
  if (!existsSync(dataDir)) await createCluster(dataDir, programs.initdb, user);
  await removeStalePostmaster(dataDir);

  const server = startServer(programs.postgres, user, dataDir, { ...options.settings, port: String(port) });
  stopWithThisProcess(server, options.temporary ? [dataDir, logFile(dataDir)] : []);
  await waitUntilReady(server, dataDir);
  const password = await readFile(passwordFile(dataDir), 'utf8');
  // SIGINT is PostgreSQL's "fast" shutdown: sessions are cut, what was committed is written out.
  return { url: `postgresql://linework:${password}@127.0.0.1:${port}/postgres`, stop: () => stopServer(server, 'SIGINT') };
}

function startServer(postgres: string, user: PostgresUser, dataDir: string, settings: Readonly<Record<string, string>>): ChildProcess {
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', timezone: 'UTC', log_timezone: 'UTC', ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { command, args, ids } = buildCommand(user, postgres, ['-D', dataDir, ...flags]);
  const log = openSync(logFile(dataDir), 'a');
  // A session of its own: Ctrl-C reaches the whole group, and the database must outlive those who still write to it.
  const server = spawn(command, args, { ...ids, detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  return server;
}

function logFile(dataDir: string): string {
  return `${dataDir}.log`;
}

async function waitUntilReady(server: ChildProcess, dataDir: string): Promise<void> {
  let failure: Error | undefined;
  server.once('error', (error) => (failure = error));
  const deadline = Date.now() + startLimitMs;
  while (!(server.pid && (await isPostmasterReady(dataDir, server.pid)))) {
    if (failure) throw failure;
    if (hasEnded(server)) throw new Error(`The embedded PostgreSQL did not start: ${await lastMessage(dataDir)} (${logFile(dataDir)})`);
    if (Date.now() > deadline) throw new Error(`The embedded PostgreSQL took longer than ${startLimitMs / 1000} s to start; see ${logFile(dataDir)}`);
    await new Promise((wake) => setTimeout(wake, pollMs));
  }
}

async function lastMessage(dataDir: string): Promise<string | undefined> {
  const lines = (await readFile(logFile(dataDir), 'utf8')).trim().split('\n');
  return lines.findLast((line) => line.includes('FATAL')) ?? lines.at(-1);
}
