import { spawn } from 'node:child_process';
import type { Check, Count } from './all.ts';

export interface Outcome extends Count {
  readonly name: string;
  readonly seconds: number;
  /** It could not be done on this machine, and said why. */
  readonly skipped: boolean;
}

/** What a check ends with that cannot be done on this machine. */
export const skippedCode = 77;

/** Said to the tools that would tell their makers of each run, or ask them for a newer version. */
const telemetryOff = { TURBO_TELEMETRY_DISABLED: '1', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** Runs one check with its output as it comes, and answers how it went. Never throws: a command that cannot be started is a failed check. */
export async function runCheck({ name, description, command, count }: Check): Promise<Outcome> {
  console.log(`\n${name}: ${description}`);
  const started = performance.now();
  const code = await run(command);
  const seconds = (performance.now() - started) / 1000;
  const [ok, skipped] = [code === 0, code === skippedCode];
  console.log(`${ok ? 'passed' : skipped ? 'skipped' : 'FAILED'} in ${seconds.toFixed(1)} s`);
  return { name, seconds, skipped, ...(count ? count(ok) : { passed: ok ? 1 : 0, failed: ok || skipped ? 0 : 1 }) };
}

/** The exit code; null where there is none. */
function run([program, ...args]: Check['command']): Promise<number | null> {
  return new Promise((settle) => {
    const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...telemetryOff } });
    child.once('error', (error) => {
      console.error(error.message);
      settle(null);
    });
    child.once('close', settle);
  });
}
