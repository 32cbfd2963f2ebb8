import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@linework/log/log';
import type { Queue } from 'bullmq';
import { jobOptions } from './job-options.ts';
import type { Queues } from './open-queues.ts';
import { removeUnusedSchedules } from './remove-unused-schedules.ts';
import { schedules } from './single-flight-schedules.ts';
import { watchOutage } from './watch-outage.ts';

const checkIntervalMs = 2_000;
/** A scheduler whose next run differs by more is wrong: its job was lost, or a worker with a wrong system clock set it. */
const driftLimitMs = 5_000;

type Schedule = (typeof schedules)[number];

/**
 * Keeps one scheduler in the queue for every job that has a period, until it is stopped. It creates missing schedulers again, for
 * example after Redis was emptied. Once after the start it also removes the schedulers that no job uses any more.
 */
export function maintainSchedulers(queues: Pick<Queues, 'queues' | 'openRetiredQueue'>, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const outage = watchOutage(log, {
    failing: 'job schedulers cannot be checked; missing ones are created when the queue is reachable',
    working: 'job schedulers are checked again',
  });

  let hasUnused = true;

  async function check(): Promise<void> {
    await Promise.all(schedules.map((schedule) => setSchedule(queues.queues[schedule.queue], schedule)));
    if (hasUnused) await removeUnusedSchedules(queues);
    hasUnused = false;
  }

  async function maintain(): Promise<void> {
    while (!stopping.signal.aborted) {
      await check().then(outage.reportSuccess, outage.reportFailure);
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
  // `upsertJobScheduler` keeps the next run of an existing scheduler, so one with a wrong time is removed first.
  if (existing !== undefined) await queue.removeJobScheduler(schedule.name);
  await queue.upsertJobScheduler(schedule.name, { every: schedule.everyMs }, { name: schedule.name, data: {}, opts: schedulerOptions(schedule) });
}

function schedulerOptions(schedule: Schedule) {
  // Only a few finished jobs are kept, because these jobs run every second.
  return { ...jobOptions(schedule), removeOnComplete: { count: 20 }, removeOnFail: { count: 100 } };
}

function isOnTime(next: number | undefined, everyMs: number): boolean {
  return next !== undefined && next > Date.now() - driftLimitMs && next < Date.now() + everyMs + driftLimitMs;
}
