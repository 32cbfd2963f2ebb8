import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { stopWithThisProcess } from '@linework/local-servers/stop-with-this-process';
import { waitUntil } from './wait-until.ts';

export type Settings = Readonly<Record<string, string>>;

export interface Program {
  readonly process: ChildProcess;
  /** Every line it has written so far, to either of its outputs. */
  readonly lines: readonly string[];
  /** What it wrote to standard error. */
  readonly errorLines: readonly string[];
  /** Resolves with its exit code, or the signal that ended it, when all it wrote is here too. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Asks it to end, as an operator would, and waits until it has. */
  stop(): Promise<number | NodeJS.Signals>;
  /** Ends it at once, as a crash would. */
  kill(): Promise<number | NodeJS.Signals>;
}

/**
 * Programs are started by the dozen: each start takes a third less when it finds what the last one compiled. Two arenas and
 * the bound of young objects are what the Dockerfile gives them: with an arena for each thread they keep 10 to 20 MiB more.
 */
const processSettings: Settings = {
  NODE_COMPILE_CACHE: join(tmpdir(), 'linework-compile-cache'),
  MALLOC_ARENA_MAX: '2',
  NODE_OPTIONS: '--max-semi-space-size=8',
};

/** So long that a slow machine is not taken for a database that is away; who tests that sets its own. */
export const longTimeouts: Settings = { STATEMENT_TIMEOUT_MS: '60000' };

const folders = { api: '../../../../apps/api/src', worker: '../../../../apps/worker/src' } as const;

/**
 * Starts one of the apps, or another program of it, as a process of its own, with these settings and no others. It ends with the process that started
 * it.
 */
export function startProgram(app: keyof typeof folders, settings: Settings, file = 'main.ts'): Program {
  const main = fileURLToPath(new URL(`${folders[app]}/${file}`, import.meta.url));
  const child = spawn(process.execPath, [main], { env: { ...processSettings, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] });
  stopWithThisProcess(child);
  const lines: string[] = [];
  const errorLines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  createInterface(child.stderr).on('line', (line) => {
    lines.push(line);
    errorLines.push(line);
  });
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return { process: child, lines, errorLines, ended, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

/** The fields of the line by which a program says where it listens, once it is ready for work. Raises when it ends instead. */
export async function waitUntilReady(program: Program, line: string): Promise<Readonly<Record<string, number>>> {
  return Promise.race([waitForLine(program, line).then(waitUntilHealthy), rejectOnExit(program, line)]);
}

async function waitForLine({ lines }: Program, line: string): Promise<Readonly<Record<string, number>>> {
  let found: string | undefined;
  await waitUntil(`it says "${line}"`, () => {
    found = lines.find((one) => one.includes(`"msg":"${line}"`));
    return found !== undefined;
  });
  return JSON.parse(found ?? '{}') as Record<string, number>;
}

async function waitUntilHealthy(ports: Readonly<Record<string, number>>): Promise<Readonly<Record<string, number>>> {
  await waitUntil('it is ready', () => isReady(`http://127.0.0.1:${ports['port']}`));
  return ports;
}

async function rejectOnExit({ ended, lines }: Program, line: string): Promise<never> {
  const end = await ended;
  throw new Error(`It ended with ${end} before it said "${line}" and was ready: ${lines.join('\n')}`);
}

/** Whether the program that listens there says that it takes work. */
export function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}
