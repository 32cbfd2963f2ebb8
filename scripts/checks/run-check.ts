import { spawn } from 'node:child_process';
import type { Check, Count } from './all.ts';

export interface Outcome extends Count {
  readonly name: string;
  readonly seconds: number;
}

/** Said to the tools that would tell their makers of each run, or ask them for a newer version. */
const tellNobody = { TURBO_TELEMETRY_DISABLED: '1', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** Runs one check with its output as it comes, and answers how it went. Never throws: a command that cannot be started is a failed check. */
export async function runCheck({ name, what, command, count }: Check): Promise<Outcome> {
  console.log(`\n${name}: ${what}`);
  const started = performance.now();
  const ok = await succeeds(command);
  const seconds = (performance.now() - started) / 1000;
  console.log(`${ok ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s`);
  return { name, seconds, ...(count ? count(ok) : { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }) };
}

function succeeds([program, ...args]: Check['command']): Promise<boolean> {
  return new Promise((settle) => {
    const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...tellNobody } });
    child.once('error', (error) => {
      console.error(error.message);
      settle(false);
    });
    child.once('close', (code) => settle(code === 0));
  });
}
