import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@linework/log/log';
import type { Queue } from 'bullmq';
import { jobOptions } from './job-options.ts';
import type { Queues } from './open-queues.ts';
import { schedules } from './single-flight-schedules.ts';
import { watchOutage } from './watch-outage.ts';

const checkIntervalMs = 2_000;
/** Further than this from its time a clock is wrong: its job was lost, or a worker whose own clock is off set it. */
const driftLimitMs = 5_000;

type Schedule = (typeof schedules)[number];

/** Keeps a scheduler in the queue for every job that runs by itself, also after somebody emptied Redis, until it is stopped. */
export function maintainSchedulers({ queues }: Pick<Queues, 'queues'>, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const outage = watchOutage(log, { failing: 'the clocks cannot be set', working: 'the clocks are set again' });

  async function maintain(): Promise<void> {
    while (!stopping.signal.aborted) {
      await Promise.all(schedules.map((schedule) => setSchedule(queues[schedule.queue], schedule))).then(outage.reportSuccess, outage.reportFailure);
      await sleep(checkIntervalMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const maintaining = maintain();
  return {
    stop() {
      stopping.abort();
      return maintaining;
    },
  };
}

async function setSchedule(queue: Queue, schedule: Schedule): Promise<void> {
  const existing = await queue.getJobScheduler(schedule.name);
  if (existing?.every === schedule.everyMs && isOnTime(existing.next, schedule.everyMs)) return;
  // Setting a clock that is there goes on from its former time; one that is off begins anew.
  if (existing !== undefined) await queue.removeJobScheduler(schedule.name);
  await queue.upsertJobScheduler(schedule.name, { every: schedule.everyMs }, { name: schedule.name, data: {}, opts: schedulerOptions(schedule) });
}

function schedulerOptions(schedule: Schedule) {
  // Few are kept: they come every second, and say little.
  return { ...jobOptions(schedule), removeOnComplete: { count: 20 }, removeOnFail: { count: 100 } };
}

function isOnTime(next: number | undefined, everyMs: number): boolean {
  return next !== undefined && next > Date.now() - driftLimitMs && next < Date.now() + everyMs + driftLimitMs;
}
