import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { isListening, type NpmStart, runNpmStart, type WrittenDemo } from './run-npm-start.ts';

/** Kept from one start to the next, as a person's would be: only the first has to make the database and the demo. */
const folder = mkdtempSync(join(tmpdir(), 'linework-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(commandLine: string, settings?: Readonly<Record<string, string>>): NpmStart {
  const run = runNpmStart(commandLine, folder, settings);
  onTestFinished(() => run.clean());
  return run;
}

const whole = ['apps/api/src/main.ts', 'apps/worker/src/main.ts', 'apps/network-simulator/src/main.ts', 'apps/partner-simulator/src/main.ts', 'postgres'];

const addressesOf = ({ baseUrl, adminUrl, workerUrl, networkUrl, partnersUrl }: WrittenDemo) => [baseUrl, adminUrl, workerUrl, networkUrl, partnersUrl];

const databaseAddress = () => `http://127.0.0.1:${readFileSync(`${folder}/postgres/postmaster.pid`, 'utf8').split('\n')[3]}`;

/** Waits until no process and no listener is left of a system that ran as a whole. */
async function expectNothingLeft(run: NpmStart, addresses: readonly string[]): Promise<void> {
  const commands = run.processes().map(({ command }) => command);
  for (const program of whole) expect(commands.some((command) => command.includes(program))).toBe(true);
  await waitUntil('every process is gone', () => run.survivors().length === 0).catch((error: Error) => {
    throw new Error(`${error.message}: ${JSON.stringify(run.survivors())}`);
  });
  expect(await Promise.all(addresses.map(isListening))).toEqual(addresses.map(() => false));
}

const isOf = (program: string) => (run: NpmStart) => run.processes().findLast(({ command }) => command.includes(program))?.pid ?? 0;
/** The terminal is a real one: what holds its other side is killed, and the system tells the programs (SIGHUP). */
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

  it('when who reads its output has read everything and ends', async () => {
    const run = start("npm start | sed '/Ctrl-C stops everything/q'");
    const addresses = addressesOf(await run.whenRunning());
    await expectNothingLeft(run, addresses);
  });

  it('when who reads its output ends in the middle of the start', async () => {
    const run = start('npm start | head -n 1');
    await run.ended;
    await waitUntil('every process is gone', () => run.survivors().length === 0);
    expect(run.processes().some(({ command }) => command.includes('apps/local/src/main.ts'))).toBe(true);
  });
});

const defaultPorts = [3000, 3001, 3002, 3010, 3011];

describe('demo.json', () => {
  it('has the addresses of this start, also where the default ports are in use', async () => {
    const others = await Promise.all(defaultPorts.map(occupy));
    onTestFinished(() => void others.map((server) => server?.close()));
    const run = start('exec npm start', {});
    const demo = await run.whenRunning();
    for (const address of addressesOf(demo)) expect(defaultPorts).not.toContain(Number(new URL(address).port));
    expect((await fetch(`${demo.baseUrl}/health/ready`)).status).toBe(200);
    expect(run.output()).toContain(`Port 3000 is in use: PORT is ${new URL(demo.baseUrl).port} this time.`);
    process.kill(demo.pid, 'SIGTERM');
    expect(await run.ended).toBe(0);
  });
});

/** Undefined where somebody else is there already. */
function occupy(port: number): Promise<Server | undefined> {
  return new Promise((settle) => {
    const server = createServer().once('error', () => settle(undefined));
    server.listen(port, '127.0.0.1', () => settle(server));
  });
}

describe('the arguments of npm start', () => {
  it('are shown by --help, with every setting, and nothing is started', async () => {
    const run = start('npm start -- --help');
    expect(await run.ended).toBe(0);
    for (const setting of ['LOCAL_FOLDER', 'DATABASE_URL', 'REDIS_URL', 'PORT', 'LOG_LEVEL']) expect(run.output()).toContain(`  ${setting} `);
    expect(run.output()).not.toContain('Cannot start');
  });

  it('are refused in a sentence, with exit code 2, where they are unknown', async () => {
    const run = start('npm start -- --port 4000');
    expect(await run.ended).toBe(2);
    expect(run.output()).toContain('npm start does not know the argument "--port". "npm start -- --help" shows what it knows.\n');
  });
});
