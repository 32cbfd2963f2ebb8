import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { isListening, type NpmStart, runNpmStart, type WrittenDemo } from './run-npm-start.ts';

/** All starts share this folder, as for a user: only the first start creates the database and the demo. */
const folder = mkdtempSync(join(tmpdir(), 'linework-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(commandLine: string, settings?: Readonly<Record<string, string>>): NpmStart {
  const run = runNpmStart(commandLine, folder, settings);
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

const addressesOf = ({ baseUrl, adminUrl, workerUrl, networkUrl, partnersUrl, receiverUrl }: WrittenDemo) => [
  baseUrl,
  adminUrl,
  workerUrl,
  networkUrl,
  partnersUrl,
  receiverUrl,
];

const databaseAddress = () => `http://127.0.0.1:${readFileSync(`${folder}/postgres/postmaster.pid`, 'utf8').split('\n')[3]}`;

/** Waits until no process and no listener of a complete system is left. */
async function expectNothingLeft(run: NpmStart, addresses: readonly string[]): Promise<void> {
  const commands = run.processes().map(({ command }) => command);
  for (const program of whole) expect(commands.some((command) => command.includes(program))).toBe(true);
  await waitUntil('every process has ended', () => run.survivors().length === 0).catch((error: Error) => {
    throw new Error(`${error.message}: ${JSON.stringify(run.survivors())}`);
  });
  expect(await Promise.all(addresses.map(isListening))).toEqual(addresses.map(() => false));
}

/** A process that was forked and has not started its program yet has the command of its parent, and disappears a moment later. */
const isOf = (program: string) => (run: NpmStart) => run.survivors().findLast(({ command }) => command.includes(program))?.pid ?? 0;
/** A real terminal: the test kills the process that holds its other side, and the system sends SIGHUP to the programs. */
const inTerminal = "exec script --quiet --command 'npm start' /dev/null";

const killed: readonly (readonly [what: string, commandLine: string, pidOf: (run: NpmStart) => number])[] = [
  ['the terminal is closed', inTerminal, ({ pid }) => pid],
  ['npm is killed', 'exec npm start', ({ pid }) => pid],
  ['the program that npm runs is killed', 'exec npm start', isOf('scripts/run.mjs')],
  ['the program that starts the others is killed', 'exec npm start', isOf('apps/local/src/main.ts')],
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
    await run.ended;
    await waitUntil('every process has ended', () => run.survivors().length === 0);
    expect(run.processes().some(({ command }) => command.includes('apps/local/src/main.ts'))).toBe(true);
  });
});

const defaultPorts = [3000, 3001, 3002, 3010, 3011];

describe('demo.json', () => {
  it('has the addresses of this start, also when the default ports are in use', async () => {
    const others = await Promise.all(defaultPorts.map(occupy));
    onTestFinished(() => void others.map((server) => server?.close()));
    const run = start('exec npm start', {});
    const demo = await run.whenRunning();
    for (const address of addressesOf(demo)) expect(defaultPorts).not.toContain(Number(new URL(address).port));
    expect((await fetch(`${demo.baseUrl}/health/ready`)).status).toBe(200);
    expect(run.output()).toContain(`Port 3000 is in use. PORT is ${new URL(demo.baseUrl).port} for this start.`);
    process.kill(demo.pid, 'SIGTERM');
    expect(await run.ended).toBe(0);
  });
});

/** Returns undefined if the port is already in use. */
function occupy(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

describe('the arguments of npm start', () => {
  it('include --help, which lists every setting and starts nothing', async () => {
    const run = start('npm start -- --help');
    expect(await run.ended).toBe(0);
    for (const setting of ['LOCAL_FOLDER', 'DATABASE_URL', 'REDIS_URL', 'PORT', 'LOG_LEVEL']) expect(run.output()).toContain(`  ${setting} `);
    expect(run.output()).not.toContain('Cannot start');
  });

  it('are rejected with a message and exit code 2 if they are unknown', async () => {
    const run = start('npm start -- --port 4000');
    expect(await run.ended).toBe(2);
    expect(run.output()).toContain('Unknown argument "--port". Run "npm start -- --help" for the usage.\n');
  });
});
