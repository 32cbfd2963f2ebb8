import type { Settings } from '../programs/process-settings.ts';
import { longTimeouts, type Program, startBundledProgram, waitUntilReady } from './start-program.ts';

export interface WorkerProcess extends Program {
  readonly url: string;
}

/** Short enough that another worker takes over within seconds, and longer than any call to a healthy network, even on a slow machine. */
export const shortLease: Settings = { STEP_TIMEOUT_MS: '1000', LEASE_MS: '2000' };

/** Starts the real worker on a free port, and waits until it is ready. `settings` are its environment variables. */
export async function startWorker(settings: Settings): Promise<WorkerProcess> {
  const program = await startBundledProgram('worker', { ...longTimeouts, WORKER_PORT: '0', DRAIN_MS: '5000', ...shortLease, ...settings });
  const { port } = await waitUntilReady(program, 'worker started');
  return { ...program, url: `http://127.0.0.1:${port}` };
}
