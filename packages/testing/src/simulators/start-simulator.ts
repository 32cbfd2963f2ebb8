import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findProgramFile } from '../programs/bundle-program.ts';
import { compileCache } from '../programs/process-settings.ts';

export interface SimulatorOptions {
  /** The file of its state. Without it the state is lost when the simulator stops. */
  readonly stateFile?: string;
  /** The default is `silent`. */
  readonly logLevel?: string;
  /** The default is a free port. */
  readonly port?: number;
  /** Additional settings. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface RunningSimulator {
  readonly url: string;
  /** The process, for tests that stop or kill it. */
  readonly process: ChildProcess;
  /** Stops it by SIGTERM, unless it has already ended. */
  stop(): Promise<void>;
}

const mains = {
  'network-simulator': '../../../../apps/network-simulator/src/main.ts',
  'partner-simulator': '../../../../apps/partner-simulator/src/main.ts',
} as const;

/** Starts a simulator as a separate process, and waits until it listens. It ends with the process that started it. */
export async function startSimulator(
  app: keyof typeof mains,
  { stateFile, logLevel = 'silent', port = 0, settings = {} }: SimulatorOptions = {},
): Promise<RunningSimulator> {
  const program = await findProgramFile(fileURLToPath(new URL(mains[app], import.meta.url)));
  const env = {
    ...compileCache,
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: logLevel,
    STATE_FILE: stateFile,
    ...settings,
  };
  const child = fork(program, { env, execArgv: [] });
  return { url: `http://127.0.0.1:${await waitForPort(child, app)}`, process: child, stop: () => stop(child) };
}

async function waitForPort(child: ChildProcess, app: string): Promise<number> {
  const listening = once(child, 'message').then(([message]) => (message as { readonly port: number }).port);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The ${app} ended with exit code ${code} before it listened.`);
  });
  return Promise.race([listening, ended]);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
