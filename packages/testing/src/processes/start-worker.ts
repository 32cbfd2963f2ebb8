import type { Settings } from '../programs/process-settings.ts';
import { longTimeouts, type Program, startBundledProgram, waitUntilReady } from './start-program.ts';

export interface WorkerProcess extends Program {
  readonly url: string;
}

/**
 * Short enough that another worker takes over within seconds. On a slow machine a call to a healthy network can take
 * longer, and its outcome is unknown.
 */
export const shortLease: Settings = { STEP_TIMEOUT_MS: '1000', LEASE_MS: '2000' };

/**
 * For tests that lose no worker. Every call gets its answer, so a step that the network refused has nothing to undo.
 */
export const longLease: Settings = { STEP_TIMEOUT_MS: '60000', LEASE_MS: '120000' };

/**
 * Starts the real worker on a free port, and waits until it is ready. `settings` are its environment variables. The
 * default is `shortLease`.
 */
export async function startWorker(settings: Settings): Promise<WorkerProcess> {
  const program = await startBundledProgram('worker', {
    ...longTimeouts,
    WORKER_PORT: '0',
    DRAIN_MS: '5000',
    // Most tests have lines that the network does not know, and count the calls to it.
    RECONCILIATION_CALLS_PER_SECOND: '0',
    ...shortLease,
    ...settings,
  });
  const { port } = await waitUntilReady(program, 'worker started');
  return { ...program, url: `http://127.0.0.1:${port}` };
}
