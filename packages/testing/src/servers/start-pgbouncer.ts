import { spawn } from 'node:child_process';
import { chownSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@linework/local-servers/find-free-port';
import { buildCommand, postgresUser } from '@linework/local-servers/postgres-user';
import { stopServer } from '@linework/local-servers/stop-server';
import { stopWithThisProcess } from '@linework/local-servers/stop-with-this-process';
import pg from 'pg';
import { waitUntil } from '../processes/wait-until.ts';

export interface RunningPgbouncer {
  /** The address of the same database behind the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a PgBouncer in front of a database. It ends with this process. */
export async function startPgbouncer(
  databaseUrl: string,
  poolMode: 'session' | 'transaction',
): Promise<RunningPgbouncer> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const ownPort = await findFreePort();
  const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
  const file = join(folder, 'pgbouncer.ini');
  const user = postgresUser([folder]);
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${port} user=${username} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${ownPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${poolMode}`,
  ];
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o644 });
  if (user.ids) for (const path of [folder, file]) chownSync(path, user.ids.uid, user.ids.gid);
  const { command, args, ids } = buildCommand(user, '/usr/sbin/pgbouncer', ['-q', file]);
  const server = spawn(command, args, { ...ids, detached: true, stdio: 'ignore' });
  stopWithThisProcess(server, [folder]);
  const url = `postgresql://${username}:${password}@127.0.0.1:${ownPort}${pathname}`;
  await waitUntil('PgBouncer answers', () => isReady(url));
  return { url, stop: () => stopServer(server, 'SIGINT') };
}

async function isReady(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
