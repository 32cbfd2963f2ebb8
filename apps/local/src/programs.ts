import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { stopWithThisProcess } from '@linework/local-servers/stop-with-this-process';
import { buildEnvironment } from './config.ts';
import { formatForScreen } from './format-for-screen.ts';

export interface Program {
  readonly name: string;
  readonly process: ChildProcess;
  /** The file with every log line of this start, as JSON. */
  readonly logFile: string;
  /** Resolves with the exit code, or with the signal that ended the process. */
  readonly ended: Promise<number | string>;
}

/** The debugger ports of `npm run dev`. `.vscode/launch.json` has the same. */
export const inspectPorts: Readonly<Record<string, number>> = {
  api: 9229,
  worker: 9230,
  'network-simulator': 9231,
  'partner-simulator': 9232,
  'webhook-receiver': 9233,
};

/**
 * Node restarts the program when a file that it has loaded changes. It sends SIGTERM first, so that the program
 * finishes its work.
 */
const watchFlags = (name: string) => [
  '--watch',
  '--watch-preserve-output',
  `--inspect=127.0.0.1:${inspectPorts[name] ?? 0}`,
];

interface StartProgramOptions {
  readonly watch: boolean;
  readonly logFolder: string;
  /** Shows every log line on the screen, not only warnings and errors. */
  readonly showAll: boolean;
}

/**
 * Starts one of the apps as a separate process, which ends when this process ends, for whatever reason. Its log goes to
 * a file and to the screen.
 */
export function startProgram(
  name: string,
  settings: Readonly<Record<string, string>>,
  { watch, logFolder, showAll }: StartProgramOptions,
): Program {
  const main = fileURLToPath(new URL(`../../${name}/src/main.ts`, import.meta.url));
  const child = spawn(process.execPath, [...(watch ? watchFlags(name) : []), main], {
    env: { MALLOC_ARENA_MAX: '2', NODE_OPTIONS: '--max-semi-space-size=8', ...buildEnvironment(settings) },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Ctrl-C and a closed terminal signal the whole process group. A group of its own lets `npm start` stop the
    // programs in order.
    detached: true,
  });
  stopWithThisProcess(child);
  const logFile = `${logFolder}/${name}.log`;
  const log = createWriteStream(logFile);
  const format = formatForScreen(name, { showAll });
  createInterface(child.stdout).on('line', (line) => {
    log.write(`${line}\n`);
    process.stdout.write(format(line));
  });
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
  return { name, process: child, logFile, ended };
}

const pollMs = 50;
const responseLimitMs = 10_000;
/** After this time the user is told what the start waits for. */
const reminderMs = 15_000;
/**
 * Long, because all programs start at once and the machine may be busy. A program that cannot start exits, and is not
 * waited for.
 */
const startLimitMs = 300_000;

/** Waits until a program is ready. Raises an error if the program exits first or is not ready in time. */
export async function waitUntilReady({ name, logFile, ended }: Program, url: string): Promise<void> {
  let exitCode: number | string | undefined;
  void ended.then((code) => {
    exitCode = code;
  });
  const deadline = Date.now() + startLimitMs;
  const reminder = setTimeout(
    () => process.stdout.write(`The ${name} is not ready yet. Its log is ${logFile}.\n`),
    reminderMs,
  ).unref();
  try {
    while (!(await isResponding(url))) {
      if (exitCode !== undefined)
        throw new Error(`The ${name} exited with ${exitCode} before it was ready. Its log is ${logFile}.`);
      if (Date.now() > deadline)
        throw new Error(`The ${name} was not ready within ${startLimitMs / 1000} s. Its log is ${logFile}.`);
      await new Promise((wake) => setTimeout(wake, pollMs));
    }
  } finally {
    clearTimeout(reminder);
  }
}

async function isResponding(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(responseLimitMs) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

const stopLimitMs = 30_000;

/** Sends SIGTERM to a program, and SIGKILL if it does not exit in time. */
export async function stopProgram({ process: child, ended }: Program): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
  await ended;
  clearTimeout(killTimer);
}
