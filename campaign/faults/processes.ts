import { setTimeout as sleep } from 'node:timers/promises';
import type { Post } from '../world/post.ts';
import type { World } from '../world/start-world.ts';
import type { Fault } from './fault.ts';

/** Three leases: time enough for another to take what the frozen one holds. */
const frozenMs = 2_500;

const killed = (name: string, posts: (world: World) => readonly Post[]): Fault => ({
  name,
  async inflict(world, chance) {
    const post = chance.oneOf(posts(world));
    await post.kill();
    await sleep(300);
    return true;
  },
});

/** Frozen in the middle of calls: the network takes its time meanwhile. */
const frozenWorker: Fault = {
  name: 'a worker frozen',
  makesCallsLate: true,
  async inflict({ workers, network }, chance) {
    const slow = await network.orderFault({ fault: 'slow', ms: 250, times: 'always' });
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
  async inflict({ apis }, chance) {
    await chance.oneOf(apis).freeze(1_500);
    return true;
  },
};

const rollingRestart: Fault = {
  name: 'a rolling restart',
  async inflict({ apis, workers }) {
    await Promise.all([oneAfterTheOther(apis), oneAfterTheOther(workers)]);
    return true;
  },
};

async function oneAfterTheOther(posts: readonly Post[]): Promise<void> {
  for (const post of posts) {
    await post.replace();
    await post.isReady();
  }
}

export const processFaults: readonly Fault[] = [
  killed('a worker killed', ({ workers }) => workers),
  killed('an API killed', ({ apis }) => apis),
  frozenWorker,
  frozenApi,
  rollingRestart,
];
