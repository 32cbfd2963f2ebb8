import type { Queues as QueuesState } from '@linework/schemas/queues/queues';
import type { Queue } from 'bullmq';
import type { Queues } from './open-queues.ts';
import { schedules } from './single-flight-schedules.ts';

export type ReadableQueues = Pick<QueuesState, 'queues' | 'schedules'>;

/** Reads the jobs of each queue and the schedules. Rejects if the queues are not reachable. */
export async function readQueues({ queues, counts }: Pick<Queues, 'queues' | 'counts'>): Promise<ReadableQueues> {
  const [countsByQueue, states] = await Promise.all([counts(), readSchedules(queues.maintenance)]);
  return {
    queues: Object.entries(countsByQueue).map(([name, count]) => ({
      name,
      waitingCount: (count['waiting'] ?? 0) + (count['prioritized'] ?? 0) + (count['paused'] ?? 0),
      activeCount: count['active'] ?? 0,
      delayedCount: count['delayed'] ?? 0,
      failedCount: count['failed'] ?? 0,
    })),
    schedules: states,
  };
}

/** The queue keeps the last failures of all its jobs, the newest first. */
async function readSchedules(maintenance: Queue): Promise<ReadableQueues['schedules']> {
  const [schedulers, failed] = await Promise.all([maintenance.getJobSchedulers(), maintenance.getFailed()]);
  return schedules.map(({ name, summary, everyMs }) => {
    const next = schedulers.find(({ key }) => key === name)?.next;
    const last = failed.find((job) => job.name === name);
    return {
      job: name,
      summary,
      everyMs,
      nextAt: next === undefined ? null : new Date(next).toISOString(),
      lateMs: next === undefined ? 0 : Math.max(0, Date.now() - next),
      lastFailure: last ? { at: new Date(last.finishedOn ?? last.timestamp).toISOString(), reason: last.failedReason ?? '' } : null,
    };
  });
}
