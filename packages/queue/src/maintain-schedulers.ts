import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@linework/log/log';
import type { JobSchedulerJson, Queue } from 'bullmq';
import type { Queues } from './open-queues.ts';
import { type Period, periods } from './schedules.ts';
import { watchOutage } from './watch-outage.ts';

const checkIntervalMs = 2_000;
/**
 * A scheduler whose next run differs by more is wrong: its job was lost, or a worker with a wrong system clock set it.
 */
const driftLimitMs = 5_000;

/**
 * Keeps one scheduler in the queue for every period of the scheduled jobs, and no other, until it is stopped. It
 * creates missing schedulers again, for example after Redis was emptied, and removes those of other releases, which
 * would add jobs that fail or that run too often.
 */
export function maintainSchedulers(
  queues: Pick<Queues, 'queues' | 'openRetiredQueue' | 'deleteRetiredList'>,
  log: Log,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const outage = watchOutage(log, {
    failing: 'job schedulers cannot be checked; missing ones are created when the queue is reachable',
    working: 'job schedulers are checked again',
  });

  let hasRetiredQueue = true;

  async function check(): Promise<void> {
    const { maintenance } = queues.queues;
    const existing = new Map((await maintenance.getJobSchedulers()).map((scheduler) => [scheduler.key, scheduler]));
    const unknown = [...existing.keys()].filter((key) => !periods.some(({ name }) => name === key));
    await Promise.all(unknown.map((key) => maintenance.removeJobScheduler(key)));
    await Promise.all(periods.map((period) => setScheduler(maintenance, period, existing.get(period.name))));
    if (hasRetiredQueue) await deleteRetiredQueue(queues);
    hasRetiredQueue = false;
    // A program of the release before, which is still running during an upgrade, may create it again.
    await queues.deleteRetiredList();
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

/** Deletes the queue that 1.0.0 used for its schedules. */
async function deleteRetiredQueue({ openRetiredQueue }: Pick<Queues, 'openRetiredQueue'>): Promise<void> {
  const queue = await openRetiredQueue();
  try {
    // A worker that was killed leaves active jobs, which only `force` deletes.
    await queue.obliterate({ force: true });
  } finally {
    await queue.close();
  }
}

async function setScheduler(queue: Queue, { name, everyMs }: Period, existing?: JobSchedulerJson): Promise<void> {
  if (existing?.every === everyMs && isOnTime(existing.next, everyMs)) return;
  // `upsertJobScheduler` keeps the next run of an existing scheduler, so one with a wrong time is removed first.
  if (existing !== undefined) await queue.removeJobScheduler(name);
  await queue.upsertJobScheduler(name, { every: everyMs }, { name, data: {}, opts: runOptions });
}

/** A run that fails is not repeated, because the next one follows. Only a few ended runs are kept. */
const runOptions = { attempts: 1, removeOnComplete: { count: 20 }, removeOnFail: { count: 100 } };

function isOnTime(next: number | undefined, everyMs: number): boolean {
  return next !== undefined && next > Date.now() - driftLimitMs && next < Date.now() + everyMs + driftLimitMs;
}
