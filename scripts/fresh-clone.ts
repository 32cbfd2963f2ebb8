// `node scripts/fresh-clone.ts npm test` runs a command as a newcomer would: in a copy of this project's files in an
// empty folder, with nothing beside it, as an ordinary user, and with only Node, npm, bash, curl and the usual small
// utilities in PATH.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  symlinkSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeWithThisProcess } from '@linework/local-servers/remove-with-this-process';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The programs that README asks for, and those that every Linux has. */
const programs = ['node', 'npm', 'npx', 'bash', 'sh', 'curl'];
const utilities = [
  'awk basename cat chmod cp cut date dirname echo env false find grep head id ln ls mkdir mktemp mv nproc od pwd ' +
    'readlink realpath',
  'rm rmdir sed seq sleep sort stat tail tee touch tr true uname uniq wc',
].flatMap((names) => names.split(' '));

/** The user that owns nothing. A process of root runs as this one. */
const nobody = { uid: 65_534, gid: 65_534 };

export interface FreshClone {
  readonly folder: string;
  /** Starts a command there, in a process group of its own. */
  start(command: readonly [string, ...string[]], stdio: 'pipe' | 'inherit'): ChildProcess;
}

export function makeFreshClone(): FreshClone {
  // The folder of temporary files of a test run is open only to its user.
  const ground = mkdtempSync('/var/tmp/linework-fresh-');
  removeWithThisProcess(ground);
  const [folder, bin, home] = [`${ground}/linework`, `${ground}/bin`, `${ground}/home`];
  for (const path of [folder, bin, home]) mkdirSync(path);
  for (const name of [...programs, ...utilities]) link(name, bin);
  copyProject(folder);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) giveUnavailable(ground);
  chmodSync(ground, 0o755);
  const env = { PATH: bin, HOME: home, ...readNpmSettings() };
  const asUser = isRoot ? { uid: nobody.uid, gid: nobody.gid } : {};
  return {
    folder,
    start: ([program, ...args], stdio) =>
      spawn(program, args, { cwd: folder, env, stdio, detached: stdio === 'pipe', ...asUser }),
  };
}

/** The machine's own program, not one of this project. */
function link(name: string, bin: string): void {
  const places = (process.env['PATH'] ?? '').split(delimiter).filter((place) => !place.includes('node_modules'));
  const found = places.map((place) => join(place, name)).find((path) => existsSync(path));
  if (found) symlinkSync(found, join(bin, name));
}

/** The files as they are now, which may not be committed yet. */
function copyProject(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  for (const path of listed.split('\0').filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(join(root, path), join(folder, path));
  }
}

function giveUnavailable(path: string): void {
  if (lstatSync(path).isSymbolicLink()) return;
  chownSync(path, nobody.uid, nobody.gid);
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) giveUnavailable(join(path, name));
}

/** Where this machine gets packages from, and the certificates for it. */
function readNpmSettings(): Readonly<Record<string, string>> {
  const value = (name: string) => execFileSync('npm', ['config', 'get', name], { cwd: '/', encoding: 'utf8' }).trim();
  const settings = ['registry', 'cafile', 'proxy', 'https-proxy', 'noproxy'].map(
    (name) => [`npm_config_${name.replace('-', '_')}`, value(name)] as const,
  );
  const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
  return {
    ...Object.fromEntries(settings.filter(([, text]) => !['', 'null', 'undefined'].includes(text))),
    ...(certificates && { NODE_EXTRA_CA_CERTS: certificates }),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [program = 'npm', ...args] = process.argv.slice(2);
  const [code] = await once(makeFreshClone().start([program, ...args], 'inherit'), 'close');
  process.exitCode = code ?? 1;
}
