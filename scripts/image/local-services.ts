import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { appendFile, chown, cp, mkdir } from 'node:fs/promises';
import { findPostgresPrograms } from '@linework/local-servers/postgres-programs';
import { postgresUser, setprivArguments } from '@linework/local-servers/postgres-user';
import { isPostmasterReady } from '@linework/local-servers/postmaster-file';
import { stopServer } from '@linework/local-servers/stop-server';
import { stopWithThisProcess } from '@linework/local-servers/stop-with-this-process';
import { waitUntil } from '@linework/testing/processes/wait-until';
import type { Service } from '../../apps/local/test/deployment/read-compose.ts';
import { runCommand } from './run-command.ts';

export interface LocalService {
  stop(): Promise<void>;
}

interface ServiceOptions {
  readonly network: string;
  readonly folder: string;
}

/**
 * Starts a PostgreSQL in place of the image `postgres`, with the flags, superuser, password and database of the
 * composition.
 */
export async function startPostgres(
  { network, folder }: ServiceOptions,
  flags: readonly string[],
  passwordFile: string,
): Promise<LocalService> {
  const { initdb, postgres } = await findPostgresPrograms();
  const { ids } = postgresUser([folder]);
  if (!ids) throw new Error('This check must run as root, to start PostgreSQL as an unprivileged user.');
  const userArguments = setprivArguments(ids);
  const [data, password] = [`${folder}/postgres`, `${folder}/password`];
  await mkdir(data, { recursive: true });
  await cp(passwordFile, password);
  for (const path of [data, password]) await chown(path, ids.uid, ids.gid);
  const options = [
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${password}`,
    '--encoding=UTF8',
    '--locale=C',
  ];
  await runCommand('setpriv', [...userArguments, initdb, `--pgdata=${data}`, ...options]);
  await appendFile(`${data}/pg_hba.conf`, 'host all all all scram-sha-256\n');
  await runCommand('setpriv', [...userArguments, postgres, '--single', '-D', data, 'postgres'], {
    input: 'create database linework\n',
  });
  const server = startIn(network, `${folder}/postgres.log`, 'setpriv', [
    ...userArguments,
    ...[postgres, '-D', data, '-c', 'listen_addresses=*', '-c', 'unix_socket_directories=', ...flags],
  ]);
  await waitUntil('PostgreSQL is ready', () => isPostmasterReady(data, server.pid ?? 0));
  return { stop: () => stopServer(server, 'SIGINT') };
}

/**
 * Starts Debian's Redis in place of the image `redis`, with the command, secrets and health check of the composition.
 */
export async function startRedis(
  { network, folder }: ServiceOptions,
  service: Service | undefined,
  secretsFolder: string,
): Promise<LocalService> {
  const toLocalPaths = (words: readonly string[] = []) =>
    words.map((word) => word.replaceAll('/run/secrets', secretsFolder));
  const [config = '', ...flags] = toLocalPaths(service?.command?.slice(1));
  const [command = 'redis-cli', ...args] = toLocalPaths(service?.healthcheck?.test.slice(1));
  // Like in the image, the server listens on every address of its container.
  const server = startIn(network, `${folder}/redis.log`, 'redis-server', [
    config,
    '--protected-mode',
    'no',
    '--bind',
    '0.0.0.0',
    '--dir',
    folder,
    ...flags,
  ]);
  const checkHealth = () => runCommand('ip', ['netns', 'exec', network, command, ...args]).then(() => true);
  await waitUntil('Redis is ready', () => checkHealth().catch(() => false));
  return { stop: () => stopServer(server, 'SIGTERM') };
}

function startIn(network: string, log: string, command: string, args: readonly string[]): ChildProcess {
  const output = openSync(log, 'a');
  const server = spawn('ip', ['netns', 'exec', network, command, ...args], {
    detached: true,
    stdio: ['ignore', output, output],
  });
  stopWithThisProcess(server);
  return server;
}
