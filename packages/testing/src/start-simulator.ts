import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface SimulatorOptions {
  /** Where it keeps its state between two starts; without it, it forgets. */
  readonly stateFile?: string;
  /** `silent` unless told otherwise. */
  readonly logLevel?: string;
  /** Free unless told otherwise. */
  readonly port?: number;
  /** Settings of its own. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface RunningSimulator {
  readonly url: string;
  /** The process itself, for tests that stop or kill it. */
  readonly process: ChildProcess;
  /** Ends it as an operator would; does nothing when it has ended already. */
  stop(): Promise<void>;
}

const mains = {
  'network-simulator': '../../../apps/network-simulator/src/main.ts',
  'partner-simulator': '../../../apps/partner-simulator/src/main.ts',
} as const;

/** Starts a simulator as a process of its own, and comes back when it listens. It ends with the process that started it. */
export async function startSimulator(
  app: keyof typeof mains,
  { stateFile, logLevel = 'silent', port = 0, settings = {} }: SimulatorOptions = {},
): Promise<RunningSimulator> {
  const program = fileURLToPath(new URL(mains[app], import.meta.url));
  const env = { PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: logLevel, STATE_FILE: stateFile, ...settings };
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
