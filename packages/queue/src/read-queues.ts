import type { Queues as QueuesState } from '@linework/schemas/queues/queues';
import type { Queue } from 'bullmq';
import type { Queues } from './open-queues.ts';
import { findFailure } from './run-period.ts';
import { periodName, schedules } from './schedules.ts';

export type ReadableQueues = Pick<QueuesState, 'queues' | 'schedules'>;

/** Reads the jobs of each queue and the schedules. Rejects if the queues are not reachable. */
export async function readQueues({
  queues,
  counts,
  countEnded,
}: Pick<Queues, 'queues' | 'counts' | 'countEnded'>): Promise<ReadableQueues> {
  const [jobs, ended, scheduleStates] = await Promise.all([counts(), countEnded(), readSchedules(queues.maintenance)]);
  return {
    queues: (['orders', 'maintenance'] as const).map((name) => {
      const count = jobs[name];
      return {
        name,
        waitingCount: (count['waiting'] ?? 0) + (count['prioritized'] ?? 0) + (count['paused'] ?? 0),
        activeCount: count['active'] ?? 0,
        delayedCount: count['delayed'] ?? 0,
        completedCount: ended[name].completed,
        failedCount: count['failed'] ?? 0,
      };
    }),
    schedules: scheduleStates,
  };
}

/** The queue keeps the last failed runs of all periods, the newest first. */
async function readSchedules(maintenance: Queue): Promise<ReadableQueues['schedules']> {
  const [schedulers, failed] = await Promise.all([maintenance.getJobSchedulers(), maintenance.getFailed()]);
  const failures = failed.map(({ failedReason = '', finishedOn, timestamp }) => ({
    reason: failedReason,
    at: finishedOn ?? timestamp,
  }));
  return schedules.map(({ name, summary, everyMs }) => {
    const next = schedulers.find(({ key }) => key === periodName(everyMs))?.next;
    return {
      job: name,
      summary,
      everyMs,
      nextAt: next === undefined ? null : new Date(next).toISOString(),
      lateMs: next === undefined ? 0 : Math.max(0, Date.now() - next),
      lastFailure: findLastFailure(failures, name),
    };
  });
}

type LastFailure = ReadableQueues['schedules'][number]['lastFailure'];

function findLastFailure(
  failures: readonly { readonly reason: string; readonly at: number }[],
  name: string,
): LastFailure {
  for (const { reason, at } of failures) {
    const own = findFailure(reason, name);
    if (own !== undefined) return { at: new Date(at).toISOString(), reason: own };
  }
  return null;
}
