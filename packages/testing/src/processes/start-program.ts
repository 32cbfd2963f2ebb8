import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { stopWithThisProcess } from '@linework/local-servers/stop-with-this-process';
import { findProgramFile } from '../programs/bundle-program.ts';
import { processSettings, type Settings } from '../programs/process-settings.ts';
import { waitUntil } from './wait-until.ts';

export interface Program {
  readonly process: ChildProcess;
  /** All lines that it has written to standard output and standard error. */
  readonly lines: readonly string[];
  /** The lines that it has written to standard error. */
  readonly errorLines: readonly string[];
  /** Resolves with its exit code or signal, after all its output was read. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Stops it by SIGTERM and waits until it has ended. */
  stop(): Promise<number | NodeJS.Signals>;
  /** Kills it, like a crash. */
  kill(): Promise<number | NodeJS.Signals>;
}

/**
 * Long enough that a slow machine does not look like an unavailable database. Tests of an unavailable database set
 * their own.
 */
export const longTimeouts: Settings = { STATEMENT_TIMEOUT_MS: '60000' };

const folders = { api: '../../../../apps/api/src', worker: '../../../../apps/worker/src' } as const;

type App = keyof typeof folders;

const findSource = (app: App): string => fileURLToPath(new URL(`${folders[app]}/main.ts`, import.meta.url));

/**
 * Starts an app as a separate process with exactly these settings. It ends with the process that started it.
 */
export function startProgram(app: App, settings: Settings): Program {
  return startFile(findSource(app), settings);
}

/** Starts an app in the same way, in a test from a bundle of its sources. */
export async function startBundledProgram(app: App, settings: Settings): Promise<Program> {
  return startFile(await findProgramFile(findSource(app)), settings);
}

function startFile(main: string, settings: Settings): Program {
  const child = spawn(process.execPath, [main], {
    env: { ...processSettings, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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

/**
 * Waits until a program is ready, and returns the fields of the log line with its ports. Throws if the program ends.
 */
export async function waitUntilReady(program: Program, line: string): Promise<Readonly<Record<string, number>>> {
  return Promise.race([waitForLine(program, line).then(waitUntilHealthy), rejectOnExit(program, line)]);
}

async function waitForLine({ lines }: Program, line: string): Promise<Readonly<Record<string, number>>> {
  let found: string | undefined;
  await waitUntil(`it logs "${line}"`, () => {
    found = lines.find((logLine) => logLine.includes(`"msg":"${line}"`));
    return found !== undefined;
  });
  return JSON.parse(found ?? '{}') as Record<string, number>;
}

async function waitUntilHealthy(ports: Readonly<Record<string, number>>): Promise<Readonly<Record<string, number>>> {
  await waitUntil('the program is ready', () => isReady(`http://127.0.0.1:${ports['port']}`));
  return ports;
}

async function rejectOnExit({ ended, lines }: Program, line: string): Promise<never> {
  const end = await ended;
  throw new Error(`The program ended with ${end} before it logged "${line}" and was ready: ${lines.join('\n')}`);
}

/** Whether the program at this URL accepts requests; tests also start programs while Redis is unreachable. */
export function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready?exclude=redis,maintenance`).then(
    ({ ok }) => ok,
    () => false,
  );
}
