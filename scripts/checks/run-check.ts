import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Check } from './all.ts';
import type { Count } from './count-tests.ts';

export interface Outcome extends Count {
  readonly name: string;
  readonly seconds: number;
  /** What a failed task of turbo has printed, without the frame of turbo. */
  readonly output?: readonly string[];
}

/** The exit code of a check that is not possible on this machine. */
const skippedCode = 77;

/** A check that is not possible leaves its reason here. */
const reasonFile = '.local/reason-to-skip';

/** Ends the process of a check that is not possible on this machine. The reason is a sentence. */
export function skipCheck(reason: string): void {
  mkdirSync('.local', { recursive: true });
  writeFileSync(reasonFile, reason);
  process.exitCode = skippedCode;
}

/** Turns off the telemetry and the update checks of the tools. */
const telemetryOff = {
  TURBO_TELEMETRY_DISABLED: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};

/**
 * Runs one check, shows its output, and returns the outcome. Never throws: a command that cannot be started is a failed
 * check.
 */
export async function runCheck({ name, description, command, count, isTurboTask }: Check): Promise<Outcome> {
  console.log(`\n${name}: ${description}`);
  const started = performance.now();
  const kept = isTurboTask ? await runAndKeep(command) : undefined;
  const code = kept ? kept.code : await run(command);
  const seconds = (performance.now() - started) / 1000;
  const [ok, skipped] = [code === 0, code === skippedCode];
  console.log(`${ok ? 'passed' : skipped ? 'skipped' : 'FAILED'} in ${seconds.toFixed(1)} s`);
  if (skipped) return { name, seconds, passed: 0, failed: 0, skips: [{ need: name, reason: takeReason() }] };
  const output = ok || kept === undefined ? {} : { output: withoutFrame(kept.text) };
  return { name, seconds, ...output, ...(count ? count(ok) : { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }) };
}

/** What turbo and npm print around the lines of a task. */
const frame =
  /^(?:\s*•|\s*(?:Tasks|Cached|Time|Failed):|\s*ERROR {2}run failed|cache (?:miss|hit)|> |\/\/#\S+: {2}ERROR|\s*$)/;

const withoutFrame = (text: string): readonly string[] => text.split('\n').filter((line) => !frame.test(line));

function takeReason(): string {
  if (!existsSync(reasonFile)) return 'It is not possible on this machine.';
  const reason = readFileSync(reasonFile, 'utf8');
  rmSync(reasonFile);
  return reason;
}

/** Returns the exit code and what the command has printed. */
async function runAndKeep([program, ...args]: Check['command']): Promise<{ code: number | null; text: string }> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...telemetryOff } });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, text: error.message }));
    child.once('close', (code) => resolve({ code, text: stripVTControlCharacters(text) }));
  });
}

/** Returns the exit code; null if there is none. */
function run([program, ...args]: Check['command']): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...telemetryOff } });
    child.once('error', (error) => {
      console.error(error.message);
      resolve(null);
    });
    child.once('close', resolve);
  });
}
