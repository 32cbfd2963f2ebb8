import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { stopWithThisProcess } from '@linework/local-servers/stop-with-this-process';
import { compileCache } from '@linework/testing/programs/process-settings';

export interface Run {
  readonly process: ChildProcess;
  /** What it has written to standard output, and to standard error. */
  readonly output: () => string;
  readonly errorOutput: () => string;
  /** The lines of both. */
  readonly lines: () => readonly string[];
  /** Resolves with its exit code or signal, after all its output was read. */
  readonly ended: Promise<number | NodeJS.Signals>;
  kill(): Promise<number | NodeJS.Signals>;
}

export interface StartOptions {
  /** Its environment variables; it has no others. */
  readonly settings?: Readonly<Record<string, string>>;
  /** What it reads from standard input. */
  readonly input?: string;
  readonly folder?: string;
  /** The program; by default the sources with the programs of `admin`. */
  readonly file?: string;
}

const sources = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** Starts `linework` as a user does: as a process of its own, which ends with this one. */
export function startLinework(
  words: readonly string[],
  { settings = {}, input = '', folder, file = sources }: StartOptions = {},
): Run {
  const env = { ...compileCache, PATH: process.env['PATH'], ...settings };
  const child = spawn(process.execPath, [file, ...words], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(folder && { cwd: folder }),
  });
  stopWithThisProcess(child);
  let [output, errorOutput] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput += text;
  });
  // A program that ends without reading its input closes the pipe.
  child.stdin.on('error', () => undefined).end(input);
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  return {
    process: child,
    output: () => output,
    errorOutput: () => errorOutput,
    lines: () => (output + errorOutput).split('\n').filter((line) => line !== ''),
    ended,
    kill() {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

export interface Ended {
  readonly code: number | NodeJS.Signals;
  readonly output: string;
  readonly errorOutput: string;
}

/** Runs `linework` and waits for its end. */
export async function runLinework(words: readonly string[], options?: StartOptions): Promise<Ended> {
  const run = startLinework(words, options);
  return { code: await run.ended, output: run.output(), errorOutput: run.errorOutput() };
}
