import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import {
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { buildCommand, type PostgresUser, postgresUser } from '@linework/local-servers/postgres-user';
import { hasEnded, stopServer } from '@linework/local-servers/stop-server';
import { stopWithThisProcess } from '@linework/local-servers/stop-with-this-process';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { findProgramFile } from '@linework/testing/programs/bundle-program';
import { compileCache } from '@linework/testing/programs/process-settings';
import { type Cell, type CellHost, pathsOf, type RenderedFile } from '../../deploy/cell/description.ts';
import { ensureSecrets, filesOf, readDescription } from '../../deploy/cell/render.ts';
import { dataFolderOf, type Service, servicesOf } from '../../deploy/cell/services.ts';

/** A program of a host. When it ends, it is started again after a second, as systemd does. */
export interface Supervised {
  readonly service: Service;
  readonly host: CellHost;
  /** Kills it, like a crash. */
  kill(): Promise<void>;
  /** Kills it, and does not start it again before `start`. */
  hold(): Promise<void>;
  start(): void;
  readonly logFile: string;
}

export interface RunningCell {
  readonly cell: Cell;
  /** The settings of `owner.env`, for the roles and the migrations. */
  readonly owner: Readonly<Record<string, string>>;
  /** The settings of the programs of the first host. */
  readonly programs: Readonly<Record<string, string>>;
  readonly patroniPassword: string;
  readonly folder: string;
  service(host: string, name: string): Supervised;
  services(name: string): readonly Supervised[];
  servicesOn(host: string): readonly Supervised[];
  /** Starts the API and the worker of each host: their database must be migrated. */
  startPrograms(): void;
  stop(): Promise<void>;
}

const restartAfterMs = 1_000;
const serverNames = ['etcd', 'patroni', 'redis', 'sentinel', 'haproxy'];
const programNames = ['api', 'worker'];

/** What every cell of the tests has: little memory, and a network of its own among the loopback addresses. */
function describeOnLoopback(root: string, own: object): Cell {
  const network = `127.${randomInt(64, 128)}.${randomInt(1, 255)}`;
  const hosts = [1, 2, 3].map((number) => ({ name: `h${number}`, address: `${network}.${number}` }));
  const parameters = { shared_buffers: '64MB', max_connections: '150', max_wal_size: '512MB' };
  return readDescription(
    JSON.stringify({
      name: 'a',
      publicUrl: 'http://linework.example',
      hosts,
      ports: { public: 8_000 },
      postgres: { parameters, programs: globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1) },
      root,
      ...own,
    }),
  );
}

/**
 * Renders a cell on loopback addresses, and starts etcd, Patroni, Redis, Sentinel and haproxy of each host. They end
 * with this process. A process of root runs them as the user `postgres`.
 */
export async function startCell(own: object = {}, started: readonly string[] = serverNames): Promise<RunningCell> {
  // The path of a socket has at most 107 characters.
  const folder = await mkdtemp(join(tmpdir(), 'cell-'));
  const user = postgresUser([folder]);
  if (user.ids) chownSync(folder, user.ids.uid, user.ids.gid);
  const databaseUser = user.ids ? 'postgres' : (process.env['USER'] ?? 'postgres');
  const cell = describeOnLoopback(folder, { databaseUser, ...own });
  const secrets = ensureSecrets(join(folder, 'secrets'));
  const all: Supervised[] = [];
  for (const host of cell.hosts) {
    for (const file of filesOf(cell, host, secrets)) writeOwned(file, user);
    for (const service of servicesOf(cell, host)) {
      const { data, run } = pathsOf(cell, host);
      for (const parent of [data, run]) makeOwned(join(parent, dataFolderOf(service)), user);
      for (const [from, to] of service.copies ?? []) copyOwned(from, to, user);
      all.push(supervise(service, host, { folder, user }));
    }
  }
  for (const each of all) if (started.includes(each.service.name)) each.start();
  const [first] = cell.hosts;
  const { config } = pathsOf(cell, first as CellHost);
  const find = (host: string, name: string) => {
    const found = all.find((each) => each.host.name === host && each.service.name === name);
    if (found === undefined) throw new Error(`${host} has no ${name}.`);
    return found;
  };
  return {
    cell,
    owner: readEnvironment(`${config}/owner.env`),
    programs: readEnvironment(`${config}/linework/programs.env`),
    patroniPassword: secrets.patroni,
    folder,
    service: find,
    services: (name) => all.filter(({ service }) => service.name === name),
    servicesOn: (name) => all.filter(({ host }) => host.name === name),
    startPrograms() {
      for (const each of all) if (programNames.includes(each.service.name)) each.start();
    },
    async stop() {
      // An orderly stop of the leader takes long, and the data is not kept.
      await Promise.all(all.map((each) => each.hold()));
      for (const host of cell.hosts) await endPostmaster(cell, host);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const readEnvironment = (file: string) => parseEnv(readFileSync(file, 'utf8')) as Record<string, string>;

function makeOwned(folder: string, { ids }: PostgresUser): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (first === undefined || !ids) return;
  for (let path = folder; path.length >= first.length; path = dirname(path)) chownSync(path, ids.uid, ids.gid);
}

function writeOwned({ path, text }: RenderedFile, user: PostgresUser): void {
  makeOwned(dirname(path), user);
  writeFileSync(path, text, { mode: 0o600 });
  if (user.ids) chownSync(path, user.ids.uid, user.ids.gid);
}

function copyOwned(from: string, to: string, { ids }: PostgresUser): void {
  copyFileSync(from, to);
  if (ids) chownSync(to, ids.uid, ids.gid);
}

interface SuperviseOptions {
  readonly folder: string;
  readonly user: PostgresUser;
}

function supervise(service: Service, host: CellHost, { folder, user }: SuperviseOptions): Supervised {
  const logFile = join(folder, `${host.name}-${service.name}.log`);
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isHeld = true;

  const end = async () => {
    if (isHeld) clearTimeout(timer);
    if (child === undefined || hasEnded(child)) return;
    const workers = listChildren(child);
    await stopServer(child, 'SIGKILL');
    for (const pid of workers) signal(pid, 'SIGKILL');
  };
  async function run(): Promise<void> {
    const log = openSync(logFile, 'a');
    const started = await spawnService(service, { user, log });
    closeSync(log);
    child = started;
    stopWithThisProcess(started);
    started.once('exit', () => {
      if (!isHeld) timer = setTimeout(() => void run(), restartAfterMs);
    });
    if (isHeld) await stopServer(started, 'SIGKILL');
  }
  return {
    service,
    host,
    logFile,
    kill: () => end(),
    async hold() {
      isHeld = true;
      await end();
    },
    start() {
      isHeld = false;
      if (child === undefined || hasEnded(child)) void run();
    },
  };
}

/** Ends a PostgreSQL whose Patroni is gone, and waits for it. */
async function endPostmaster(cell: Cell, host: CellHost): Promise<void> {
  const file = `${pathsOf(cell, host).data}/postgres/data/postmaster.pid`;
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
  if (!signal(pid, 'SIGQUIT')) return;
  await waitUntil(`the PostgreSQL of ${host.name} has ended`, () => !signal(pid, 0));
}

/** The processes of the same service, such as the worker of haproxy. PostgreSQL is no child of Patroni. */
function listChildren({ pid = 0 }: ChildProcess): readonly number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : [];
}

/** Whether the process was there. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** The programs of Linework run from the sources here, with the Node of this process, and as its user. */
async function spawnService(
  { command, environment }: Service,
  { user, log }: { readonly user: PostgresUser; readonly log: number },
): Promise<ChildProcess> {
  const [program = '', ...words] = command;
  const settings = environment === undefined ? {} : { ...compileCache, ...readEnvironment(environment) };
  const stdio = ['ignore', log, log] as const;
  const env = { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...settings };
  if (environment !== undefined) {
    const file = await findProgramFile(join(repository, words[0] ?? ''));
    return spawn(process.execPath, [file], { env, stdio: [...stdio], cwd: repository, detached: true });
  }
  const { ids, ...built } = buildCommand(user, program, words);
  return spawn(built.command, built.args, { ...ids, env, stdio: [...stdio], cwd: '/', detached: true });
}
