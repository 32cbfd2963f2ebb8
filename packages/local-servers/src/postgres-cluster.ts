import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { buildCommand, type PostgresUser } from './postgres-user.ts';

/**
 * Creates an empty cluster with its own password. It is created beside its final directory and then moved, so that an
 * interrupted first start leaves no incomplete cluster.
 */
export async function createCluster(dataDir: string, initdb: string, user: PostgresUser): Promise<void> {
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
export function passwordFile(dataDir: string): string {
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
