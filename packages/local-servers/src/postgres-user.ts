import { spawnSync } from 'node:child_process';

interface UserIds {
  readonly uid: number;
  readonly gid: number;
}

/** The user of the server. Without `ids` it is the user of this process. */
export interface PostgresUser {
  readonly ids?: UserIds;
  /** Whether the user may enter every directory of the paths. */
  readonly canReachPaths: boolean;
}

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly ids?: UserIds;
}

/**
 * Returns the user of PostgreSQL. PostgreSQL does not run as root, so root runs it as the user `postgres`, which is
 * created if it is missing. The server must be able to read `paths`.
 */
export function postgresUser(paths: readonly string[]): PostgresUser {
  if (process.getuid?.() !== 0) return { canReachPaths: true };
  const ids = findUserIds('postgres') ?? createUser('postgres');
  return { ids, canReachPaths: paths.every((path) => spawnSync('test', ['-x', path], ids).status === 0) };
}

/**
 * Builds the command of a program for this user. If the clone is in a directory that only root may enter (such as
 * /root), the user gets root's right to enter directories. This is acceptable because the server listens on the
 * loopback address and ends with this process.
 */
export function buildCommand(user: PostgresUser, program: string, args: readonly string[]): Command {
  if (user.canReachPaths || !user.ids) return { command: program, args, ...(user.ids && { ids: user.ids }) };
  return { command: 'setpriv', args: [...setprivArguments(user.ids), program, ...args] };
}

/** The arguments of `setpriv` before the program: the user, and root's right to enter directories. */
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
  if (!ids)
    throw new Error(
      `PostgreSQL does not run as root and the user "${name}" could not be created; run this as an ordinary user ` +
        'or set DATABASE_URL.',
    );
  return ids;
}
