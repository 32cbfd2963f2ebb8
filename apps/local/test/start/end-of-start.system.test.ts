import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { addressesOf, isListening, type NpmStart, runNpmStart } from './run-npm-start.ts';

/** All starts share this folder, as for a user: only the first start creates the database and the demo. */
const folder = mkdtempSync(join(tmpdir(), 'linework-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(commandLine: string): NpmStart {
  const run = runNpmStart(commandLine, folder);
  onTestFinished(() => run.clean());
  return run;
}

const whole = [
  'apps/api/src/main.ts',
  'apps/worker/src/main.ts',
  'apps/network-simulator/src/main.ts',
  'apps/partner-simulator/src/main.ts',
  'apps/webhook-receiver/src/main.ts',
  'postgres',
];

const databaseAddress = () =>
  `http://127.0.0.1:${readFileSync(`${folder}/postgres/postmaster.pid`, 'utf8').split('\n')[3]}`;

/** Waits until no process and no listener of a complete system is left. */
async function expectNothingLeft(run: NpmStart, addresses: readonly string[]): Promise<void> {
  const commands = run.processes().map(({ command }) => command);
  for (const program of whole) expect(commands.some((command) => command.includes(program))).toBe(true);
  await waitUntil('every process has ended', () => run.survivors().length === 0).catch((error: Error) => {
    throw new Error(`${error.message}: ${JSON.stringify(run.survivors())}`);
  });
  expect(await Promise.all(addresses.map(isListening))).toEqual(addresses.map(() => false));
}

/**
 * A real terminal: the test kills the process that holds its other side, and the system sends SIGHUP to the programs.
 */
const inTerminal = "exec script --quiet --command 'npm start' /dev/null";

const killed: readonly (readonly [what: string, commandLine: string, pidOf: (run: NpmStart) => number])[] = [
  ['the terminal is closed', inTerminal, ({ pid }) => pid],
  ['npm is killed', 'exec npm start', ({ pid }) => pid],
  ['the program that npm runs is killed', 'exec npm start', (run) => run.pidOf('scripts/run.mjs')],
  ['the program that starts the others is killed', 'exec npm start', (run) => run.pidOf('apps/local/src/main.ts')],
];

describe('npm start leaves no process behind', () => {
  it.each(killed)('when %s', async (_what, commandLine, pidOf) => {
    const run = start(commandLine);
    const addresses = [...addressesOf(await run.whenRunning()), databaseAddress()];
    expect(await Promise.all(addresses.map(isListening))).toEqual(addresses.map(() => true));
    process.kill(pidOf(run), 'SIGKILL');
    await expectNothingLeft(run, addresses);
  });

  it('when the reader of its output ends after the last line', async () => {
    const run = start("npm start | sed '/Ctrl-C stops everything/q'");
    const addresses = addressesOf(await run.whenRunning());
    await expectNothingLeft(run, addresses);
  });

  it('when the reader of its output ends during the start', async () => {
    const run = start('npm start | head -n 1');
    await run.whenEnded();
    await waitUntil('every process has ended', () => run.survivors().length === 0);
    expect(run.processes().some(({ command }) => command.includes('apps/local/src/main.ts'))).toBe(true);
  });
});

describe('a first start that is interrupted before everything runs', () => {
  it('leaves its demo data to the next start', async () => {
    const own = mkdtempSync(join(tmpdir(), 'linework-start-'));
    const first = runNpmStart('exec npm start', own);
    onTestFinished(() => first.clean());
    await waitUntil('the demo data is there', () => first.output().includes('Starting the API and the worker.'));
    process.kill(first.pidOf('apps/local/src/main.ts'), 'SIGTERM');
    await first.whenEnded();
    const next = runNpmStart('exec npm start', own);
    onTestFinished(() => {
      next.clean();
      rmSync(own, { recursive: true, force: true });
    });
    expect((await next.whenRunning()).brokers.map(({ name }) => name)).toEqual(['Ponte Telecom', 'Serra Móvel']);
    process.kill(next.pidOf('apps/local/src/main.ts'), 'SIGTERM');
    await next.whenEnded();
  });
});

describe('the arguments of npm start', () => {
  it('include --help, which lists every setting and starts nothing', async () => {
    const run = start('npm start -- --help');
    expect(await run.whenEnded()).toBe(0);
    for (const setting of ['LOCAL_FOLDER', 'DATABASE_URL', 'REDIS_URL', 'PORT', 'LOG_LEVEL'])
      expect(run.output()).toContain(`  ${setting} `);
    expect(run.output()).not.toContain('Cannot start');
  });

  it('are rejected with a message and exit code 2 if they are unknown', async () => {
    const run = start('npm start -- --port 4000');
    expect(await run.whenEnded()).toBe(2);
    expect(run.output()).toContain('Unknown argument "--port". Run "npm start -- --help" for the usage.\n');
  });
});
