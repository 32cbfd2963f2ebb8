import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const scripts = fileURLToPath(new URL('..', import.meta.url));
const fakeNpm = fileURLToPath(new URL('./planted/fake-npm.mjs', import.meta.url));

/** What the preparation reads of a clone, as far as it has to be there. */
const files: Readonly<Record<string, string>> = {
  'scripts/check.mjs': "console.log('checked');",
  'hello.mjs': "console.log('hello');",
  'help/main.mjs': "console.log('hello');",
  'help/help.txt': 'the usage\n',
  'package.json': '{ "type": "module" }',
  'package-lock.json': JSON.stringify({
    packages: {
      ...Object.fromEntries(['node', 'prisma', 'vite', 'zod', 'pg', 'pino'].map(aPackage)),
      'node_modules/vitest': { version: '1.0.0', integrity: 'x', dev: true },
    },
  }),
  'prisma/schema/a.prisma': '',
  'apps/console/index.html': '',
  'apps/console/vite.config.ts': '',
  'apps/console/src/a.ts': '',
  'packages/sdk/src/a.ts': '',
  'packages/schemas/src/orders/a.ts': '',
  'packages/lifecycle/src/a.ts': '',
};

function aPackage(name: string): readonly [string, object] {
  return [`node_modules/${name}`, { version: '1.0.0', integrity: 'x' }];
}

let folder: string;
let started: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linework-clone-'));
  started = [];
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  mkdirSync(join(folder, 'scripts'), { recursive: true });
  for (const name of ['run.mjs', 'run-node.mjs', 'prepare.mjs', 'prepare'])
    cpSync(join(scripts, name), join(folder, 'scripts', name), { recursive: true });
  writeFileSync(callsFile(), '');
});

afterEach(async () => {
  appendFileSync(callsFile(), 'go on\n');
  await Promise.all(
    started
      .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
      .map((child) => once(child, 'close')),
  );
  rmSync(folder, { recursive: true, force: true });
});

const callsFile = () => join(folder, 'calls');
const calls = () => readFileSync(callsFile(), 'utf8');
const npmPids = () => [...calls().matchAll(/^start (\d+)$/gm)].map(([, pid]) => Number(pid));

interface Start {
  readonly process: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
}

/**
 * `npm start`, in a process group of its own as a shell starts it. `pauseAt` is the instant at which the installation
 * waits.
 */
function start(pauseAt = 'never', args: readonly string[] = ['hello.mjs']): Start {
  const env = {
    PATH: process.env['PATH'],
    npm_execpath: fakeNpm,
    FAKE_NPM_CALLS: callsFile(),
    FAKE_NPM_PAUSE_AT: pauseAt,
  };
  const child = spawn(process.execPath, [join(folder, 'scripts/run.mjs'), ...args], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  return { process: child, ended: once(child, 'close').then(([code]) => ({ code, output })) };
}

const reaches = (instant: string) =>
  waitUntil(`the installation is at "${instant}"`, () => calls().includes(`at ${instant}\n`));
const isAlive = (pid: number) => existsSync(`/proc/${pid}`) || !existsSync('/proc');

describe.each(['before', 'half', 'scripts'])(
  'an installation that is stopped by Ctrl-C at the instant "%s"',
  (instant) => {
    it('has ended when npm start ends, and the next start installs all', async () => {
      const first = start(instant);
      await reaches(instant);
      process.kill(-(first.process.pid ?? 0), 'SIGINT');
      const { code, output } = await first.ended;
      expect([code, output]).toEqual([130, expect.stringContaining('Stopped by SIGINT.')]);
      expect(npmPids().filter(isAlive)).toEqual([]);
      expect(await start().ended).toMatchObject({ code: 0, output: expect.stringContaining('hello') });
      expect(calls().match(/^end /gm)).toHaveLength(1);
    });
  },
);

describe('an installation', () => {
  it('that lives on after its start was killed is waited for, and not done twice at once', async () => {
    const first = start('half');
    await reaches('half');
    first.process.kill('SIGKILL');
    await first.ended;
    const second = start();
    await waitUntil('the second start waits', () => existsSync(join(folder, '.local/prepare.lock')));
    expect(npmPids()).toHaveLength(1);
    appendFileSync(callsFile(), 'go on\n');
    expect(await second.ended).toMatchObject({ code: 0, output: expect.stringContaining('Waiting for it.') });
    expect(npmPids()).toHaveLength(1);
  });

  it('is done once for two starts at the same time', async () => {
    const [first, second] = [start('half'), start('half')];
    await reaches('half');
    appendFileSync(callsFile(), 'go on\n');
    const ends = await Promise.all([first.ended, second.ended]);
    expect(ends.map(({ code }) => code)).toEqual([0, 0]);
    expect(npmPids()).toHaveLength(1);
  });

  it.each(['zod', 'node/bin'])('of which node_modules/%s is missing is repeated', async (missing) => {
    await start().ended;
    rmSync(join(folder, 'node_modules', missing), { recursive: true });
    expect(await start().ended).toMatchObject({ code: 0, output: expect.stringContaining('hello') });
    expect(npmPids()).toHaveLength(2);
  });

  it('of a program leaves out what only checks need, which a check adds, and then it is kept up to date', async () => {
    await start().ended;
    expect(existsSync(join(folder, 'node_modules/vitest'))).toBe(false);
    writeFileSync(join(folder, 'node_modules/zod/kept'), '');
    const added = await start('never', ['scripts/check.mjs']).ended;
    expect(added).toMatchObject({ code: 0, output: expect.stringMatching(/Installing the tools[\s\S]*checked/) });
    expect(existsSync(join(folder, 'node_modules/vitest/package.json'))).toBe(true);
    expect(existsSync(join(folder, 'node_modules/zod/kept'))).toBe(true);
    rmSync(join(folder, 'node_modules/pg'), { recursive: true });
    await start().ended;
    expect(existsSync(join(folder, 'node_modules/vitest/package.json'))).toBe(true);
    expect(npmPids()).toHaveLength(3);
  });

  it('is not needed for the help', async () => {
    expect(await start('never', ['help/main.mjs', '--help']).ended).toEqual({ code: 0, output: 'the usage\n' });
    expect(npmPids()).toEqual([]);
  });
});
