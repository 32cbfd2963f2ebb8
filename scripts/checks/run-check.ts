import { spawn } from 'node:child_process';
import type { Check } from './all.ts';
import type { Count } from './count-tests.ts';

export interface Outcome extends Count {
  readonly name: string;
  readonly seconds: number;
  /** The check is not possible on this machine. Its output has the reason. */
  readonly skipped: boolean;
}

/** The exit code of a check that is not possible on this machine. */
export const skippedCode = 77;

/** Turns off the telemetry and the update checks of the tools. */
const telemetryOff = { TURBO_TELEMETRY_DISABLED: '1', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** Runs one check, shows its output, and returns the outcome. Never throws: a command that cannot be started is a failed check. */
export async function runCheck({ name, description, command, count }: Check): Promise<Outcome> {
  console.log(`\n${name}: ${description}`);
  const started = performance.now();
  const code = await run(command);
  const seconds = (performance.now() - started) / 1000;
  const [ok, skipped] = [code === 0, code === skippedCode];
  console.log(`${ok ? 'passed' : skipped ? 'skipped' : 'FAILED'} in ${seconds.toFixed(1)} s`);
  return { name, seconds, skipped, ...(count ? count(ok) : { passed: ok ? 1 : 0, failed: ok || skipped ? 0 : 1 }) };
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
