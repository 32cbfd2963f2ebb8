import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../apps/network-simulator/src/main.ts', import.meta.url));

export interface NetworkSimulatorOptions {
  /** Where it keeps its register between two starts; without it, it forgets. */
  readonly stateFile?: string;
  /** `silent` unless told otherwise. */
  readonly logLevel?: string;
}

export interface RunningNetworkSimulator {
  readonly url: string;
  /** The process itself, for tests that stop or kill it. */
  readonly process: ChildProcess;
  /** Ends it as an operator would; does nothing when it has ended already. */
  stop(): Promise<void>;
}

/** Starts the real network simulator as a process of its own, on a free port. It ends with the process that started it. */
export async function startNetworkSimulator(options: NetworkSimulatorOptions = {}): Promise<RunningNetworkSimulator> {
  const settings = { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: options.logLevel ?? 'silent', STATE_FILE: options.stateFile };
  const child = fork(program, { env: settings, execArgv: [] });
  return { url: `http://127.0.0.1:${await portOf(child)}`, process: child, stop: () => stop(child) };
}

async function portOf(child: ChildProcess): Promise<number> {
  const listening = once(child, 'message').then(([message]) => (message as { readonly port: number }).port);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The network simulator ended with exit code ${code} before it listened.`);
  });
  return Promise.race([listening, ended]);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
