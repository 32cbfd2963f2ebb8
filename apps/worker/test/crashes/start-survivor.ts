import type { System } from '@linework/testing/processes/start-system';
import type { WorkerProcess } from '@linework/testing/processes/start-worker';

/** A worker with one job slot. While the slot is busy it acquires no order, but it still requeues due orders. */
export interface Survivor {
  readonly worker: WorkerProcess;
  /** Keeps the slot busy, so that another worker acquires the orders placed from now on. */
  occupy(): Promise<void>;
  /** Frees the slot. */
  release(): Promise<void>;
}

/** The slot stays busy until it is freed, however slowly another worker starts. */
const longTimeouts = { CONCURRENCY: '1', STEP_TIMEOUT_MS: '600000', LEASE_MS: '1200000' };

/** Starts the worker that survives the others. It must be the only worker when `occupy` is called. */
export async function startSurvivor(system: System): Promise<Survivor> {
  const worker = await system.startWorker(longTimeouts);
  let heldFault: string | undefined;
  return {
    worker,
    async occupy() {
      const [line] = await system.lines(1);
      if (!line) throw new Error('There is no line to keep the worker busy with.');
      heldFault = await system.network.injectFault({ fault: 'hold', match: { imsi: line.imsi } });
      await system.client.placeOrder('block', line.id);
      await system.network.waitForFault(heldFault);
    },
    async release() {
      if (heldFault !== undefined) await system.network.releaseFault(heldFault);
      heldFault = undefined;
    },
  };
}
