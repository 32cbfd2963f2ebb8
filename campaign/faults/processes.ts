import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessSlot } from '../world/process-slot.ts';
import type { World } from '../world/start-world.ts';
import type { Fault } from './fault.ts';

/** Three leases, so that another worker acquires the orders of the frozen one. */
const frozenMs = 2_500;

const killed = (name: string, slotsOf: (world: World) => readonly ProcessSlot[]): Fault => ({
  name,
  async inject(world, chance) {
    const slot = chance.oneOf(slotsOf(world));
    await slot.kill();
    await sleep(300);
    return true;
  },
});

/** Freezes a worker during its calls. A slow network makes sure that there are some. */
const frozenWorker: Fault = {
  name: 'a worker frozen',
  causesLateCalls: true,
  async inject({ workers, network }, chance) {
    const slow = await network.injectFault({ fault: 'slow', ms: 250, times: 'always' });
    await sleep(400);
    const freezing = chance.oneOf(workers).freeze(frozenMs);
    await sleep(600);
    await network.removeFault(slow);
    await freezing;
    return true;
  },
};

const frozenApi: Fault = {
  name: 'an API frozen',
  async inject({ apis }, chance) {
    await chance.oneOf(apis).freeze(1_500);
    return true;
  },
};

const rollingRestart: Fault = {
  name: 'a rolling restart',
  async inject({ apis, workers }) {
    await Promise.all([replaceInSequence(apis), replaceInSequence(workers)]);
    return true;
  },
};

async function replaceInSequence(slots: readonly ProcessSlot[]): Promise<void> {
  for (const slot of slots) {
    await slot.replace();
    await slot.isReady();
  }
}

export const processFaults: readonly Fault[] = [
  killed('a worker killed', ({ workers }) => workers),
  killed('an API killed', ({ apis }) => apis),
  frozenWorker,
  frozenApi,
  rollingRestart,
];
