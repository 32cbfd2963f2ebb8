import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@linework/log/log';
import type { Queue } from 'bullmq';
import { clocks } from './clocks-one-at-a-time.ts';
import { jobOptions } from './job-options.ts';
import type { Queues } from './open-queues.ts';
import { watchOutage } from './outage.ts';

const lookEveryMs = 2_000;
/** Further than this from its time a clock is wrong: its job was lost, or a worker whose own clock is off set it. */
const mostOffMs = 5_000;

type Clock = (typeof clocks)[number];

/** Keeps a scheduler in the queue for every job that runs by itself, also after somebody emptied Redis, until it is stopped. */
export function keepSchedulers({ queues }: Pick<Queues, 'queues'>, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const outage = watchOutage(log, { failing: 'the clocks cannot be set', working: 'the clocks are set again' });

  async function keep(): Promise<void> {
    while (!stopping.signal.aborted) {
      await Promise.all(clocks.map((clock) => setClock(queues[clock.queue], clock))).then(outage.worked, outage.failed);
      await sleep(lookEveryMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const keeping = keep();
  return {
    stop() {
      stopping.abort();
      return keeping;
    },
  };
}

async function setClock(queue: Queue, clock: Clock): Promise<void> {
  const known = await queue.getJobScheduler(clock.name);
  if (known?.every === clock.everyMs && isOnTime(known.next, clock.everyMs)) return;
  // Setting a clock that is there goes on from its former time; one that is off begins anew.
  if (known !== undefined) await queue.removeJobScheduler(clock.name);
  await queue.upsertJobScheduler(clock.name, { every: clock.everyMs }, { name: clock.name, data: {}, opts: schedulerOptions(clock) });
}

function schedulerOptions(clock: Clock) {
  // Few are kept: they come every second, and say little.
  return { ...jobOptions(clock), removeOnComplete: { count: 20 }, removeOnFail: { count: 100 } };
}

function isOnTime(next: number | undefined, everyMs: number): boolean {
  return next !== undefined && next > Date.now() - mostOffMs && next < Date.now() + everyMs + mostOffMs;
}
