import type { System } from '@linework/testing/processes/start-system';
import type { WorkerProcess } from '@linework/testing/processes/start-worker';

/** A worker with a single hand. While that is full it takes no order, yet goes on ringing for those that are due. */
export interface Survivor {
  readonly worker: WorkerProcess;
  /** Fills its hand: what is ordered from now on, another worker takes. */
  occupy(): Promise<void>;
  /** From now on it takes what there is. */
  release(): Promise<void>;
}

const longTimeouts = { CONCURRENCY: '1', STEP_TIMEOUT_MS: '30000', LEASE_MS: '60000' };

/** Starts the worker that outlives the others. It must be the only one when it is occupied. */
export async function startSurvivor(system: System): Promise<Survivor> {
  const worker = await system.startWorker(longTimeouts);
  let holding: string | undefined;
  return {
    worker,
    async occupy() {
      const [line] = await system.lines(1);
      if (!line) throw new Error('There is no line to be busy with.');
      holding = await system.network.injectFault({ fault: 'hold', match: { imsi: line.imsi } });
      await system.client.placeOrder('block', line.id);
      await system.network.waitForFault(holding);
    },
    async release() {
      if (holding !== undefined) await system.network.releaseFault(holding);
      holding = undefined;
    },
  };
}
