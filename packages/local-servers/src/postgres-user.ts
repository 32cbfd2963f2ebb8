import { spawnSync } from 'node:child_process';

interface UserIds {
  readonly uid: number;
  readonly gid: number;
}

/** Who the server runs as. Without `ids` that is the user of this process. */
export interface PostgresUser {
  readonly ids?: UserIds;
  /** Whether every directory on the way is open to that user. */
  readonly canReachPaths: boolean;
}

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly ids?: UserIds;
}

/**
 * Decides who PostgreSQL runs as. It refuses to run as root, so root runs it as the user `postgres`, who is made where there is none.
 * `paths` are those that the server has to reach.
 */
export function postgresUser(paths: readonly string[]): PostgresUser {
  if (process.getuid?.() !== 0) return { canReachPaths: true };
  const ids = findUserIds('postgres') ?? createUser('postgres');
  return { ids, canReachPaths: paths.every((path) => spawnSync('test', ['-x', path], ids).status === 0) };
}

/**
 * How to run a program as that user. A clone in a directory that only root may enter (such as /root) would be closed to the user, who then is lent
 * root's right to pass directories; the server listens on the loopback address and ends with this process.
 */
export function buildCommand(user: PostgresUser, program: string, args: readonly string[]): Command {
  if (user.canReachPaths || !user.ids) return { command: program, args, ...(user.ids && { ids: user.ids }) };
  return { command: 'setpriv', args: [...setprivArguments(user.ids), program, ...args] };
}

/** What `setpriv` is told before the program that it runs: as that user, with root's right to pass directories. */
export function setprivArguments({ uid, gid }: UserIds): readonly string[] {
  const capabilityFlags = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup'];
  return [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...capabilityFlags, '--'];
}

function findUserIds(name: string): UserIds | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
  if (uid?.status !== 0 || gid?.status !== 0) return undefined;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

function createUser(name: string): UserIds {
  spawnSync('useradd', ['--system', '--user-group', '--shell', '/usr/sbin/nologin', name]);
  const ids = findUserIds(name);
  if (!ids) throw new Error(`PostgreSQL does not run as root and the user "${name}" could not be made; run this as an ordinary user or set DATABASE_URL.`);
  return ids;
}
