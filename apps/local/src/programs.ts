import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { stopWithThisProcess } from '@linework/local-servers/stop-with-this-process';
import { prettyFactory } from 'pino-pretty';
import { buildEnvironment } from './config.ts';

export interface Program {
  readonly name: string;
  readonly process: ChildProcess;
  /** Resolves with its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

/** Starts one of the apps as a process of its own, its log lines made readable. It ends with this process, however this one ends. */
export function startProgram(name: string, settings: Readonly<Record<string, string>>): Program {
  const main = fileURLToPath(new URL(`../../${name}/src/main.ts`, import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: { MALLOC_ARENA_MAX: '2', NODE_OPTIONS: '--max-semi-space-size=8', ...buildEnvironment(settings) },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Ctrl-C and a closed terminal reach the whole group: these are stopped in their turn instead.
    detached: true,
  });
  stopWithThisProcess(child);
  const format = prettyFactory({ translateTime: 'SYS:HH:MM:ss', ignore: 'pid,service', messageFormat: `${name}: {msg}`, singleLine: true });
  // Written through process.stdout, which reports a reader that is gone; the stream of pino-pretty hides it.
  createInterface(child.stdout).on('line', (line) => process.stdout.write(format(line)));
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
  return { name, process: child, ended };
}

const pollMs = 50;
const startLimitMs = 30_000;

/** Waits until a program says that it is ready. Raises when it ends instead. */
export async function waitUntilReady({ name, ended }: Program, url: string): Promise<void> {
  let exitCode: number | string | undefined;
  void ended.then((code) => {
    exitCode = code;
  });
  const deadline = Date.now() + startLimitMs;
  while (!(await isResponding(url))) {
    if (exitCode !== undefined) throw new Error(`The ${name} ended with ${exitCode} before it was ready.`);
    if (Date.now() > deadline) throw new Error(`The ${name} was not ready within ${startLimitMs / 1000} s.`);
    await new Promise((wake) => setTimeout(wake, pollMs));
  }
}

async function isResponding(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

const stopLimitMs = 30_000;

/** Asks a program to end, and ends it when it does not. */
export async function stopProgram({ process: child, ended }: Program): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
  await ended;
  clearTimeout(killTimer);
}
