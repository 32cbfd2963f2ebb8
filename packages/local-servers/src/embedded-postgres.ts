import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { findFreePort } from './find-free-port.ts';
import { findPostgresPrograms } from './postgres-programs.ts';
import { buildCommand, type PostgresUser, postgresUser } from './postgres-user.ts';
import { isPostmasterReady, removeStalePostmaster } from './postmaster-file.ts';
import { hasEnded, stopServer } from './stop-server.ts';
import { stopWithThisProcess } from './stop-with-this-process.ts';

export interface EmbeddedPostgres {
  readonly url: string;
  /** Stops the server. The committed data remains, unless the server is temporary. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /**
   * The directory of the data. It is created if it is missing, and remains after the stop. The log is `<dataDir>.log`
   * beside it.
   */
  readonly dataDir: string;
  /** The default is a free port. */
  readonly port?: number;
  /** Server settings by name, such as `fsync: 'off'`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Deletes the data when the server ends. */
  readonly temporary?: boolean;
}

/** Recovery after a crash takes time. A server that cannot start exits, and is not waited for. */
const startLimitMs = 300_000;
const pollMs = 20;

/**
 * Starts PostgreSQL from npm on the loopback address, and resolves when it accepts connections. It ends when this
 * process ends, for any reason. The class of the package is not used, because it stops the server at the first signal,
 * before the programs of Linework have drained.
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
  // SIGINT is the "fast" shutdown of PostgreSQL: it ends the sessions and writes the committed data to disk.
  return {
    url: `postgresql://linework:${password}@127.0.0.1:${port}/postgres`,
    stop: () => stopServer(server, 'SIGINT'),
  };
}

/**
 * The log gets neither the row that breaks a constraint nor the parameters of a statement: both have numbers and names
 * of people.
 */
const logsNoValues = {
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
};

function startServer(
  postgres: string,
  user: PostgresUser,
  dataDir: string,
  settings: Readonly<Record<string, string>>,
): ChildProcess {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...logsNoValues,
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { command, args, ids } = buildCommand(user, postgres, ['-D', dataDir, ...flags]);
  const log = openSync(logFile(dataDir), 'a');
  // The server has its own session, because Ctrl-C reaches the whole process group and the programs still write to the
  // database while they drain.
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
    if (hasEnded(server))
      throw new Error(`The embedded PostgreSQL did not start: ${await lastMessage(dataDir)} (${logFile(dataDir)})`);
    if (Date.now() > deadline)
      throw new Error(
        `The embedded PostgreSQL took longer than ${startLimitMs / 1000} s to start; see ${logFile(dataDir)}`,
      );
    await new Promise((wake) => setTimeout(wake, pollMs));
  }
}

async function lastMessage(dataDir: string): Promise<string | undefined> {
  const lines = (await readFile(logFile(dataDir), 'utf8')).trim().split('\n');
  return lines.findLast((line) => line.includes('FATAL')) ?? lines.at(-1);
}

/**
 * Creates an empty cluster with its own password. It is created beside its final directory and then moved, so that an
 * interrupted first start leaves no incomplete cluster.
 */
async function createCluster(dataDir: string, initdb: string, user: PostgresUser): Promise<void> {
  const unfinished = `${dataDir}.new`;
  const password = `${dataDir}.password`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(password, randomBytes(18).toString('base64url'), { mode: 0o600 });
  if (user.ids) for (const path of [unfinished, password]) await chown(path, user.ids.uid, user.ids.gid);

  // The builtin locale sorts the same way on every machine.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  await run(user, initdb, [
    `--pgdata=${unfinished}`,
    '--username=linework',
    '--auth=scram-sha-256',
    `--pwfile=${password}`,
    ...locale,
  ]);
  await rename(password, passwordFile(unfinished));
  await rename(unfinished, dataDir);
}

/** The file of a cluster's password. It is in the directory that only the server's user may read. */
function passwordFile(dataDir: string): string {
  return `${dataDir}/linework.password`;
}

async function run(user: PostgresUser, program: string, programArgs: readonly string[]): Promise<void> {
  const { command, args, ids } = buildCommand(user, program, programArgs);
  const child = spawn(command, args, { ...ids, stdio: ['ignore', 'ignore', 'pipe'] });
  let messages = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    messages += text;
  });
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) throw new Error(`${program} ended with exit code ${code}: ${messages.trim()}`);
}
