import type { Queue } from 'bullmq';
import type { Queues } from './open-queues.ts';
import { schedules } from './single-flight-schedules.ts';

interface QueueCount {
  readonly name: string;
  /** The jobs that a worker may take now. */
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly failed: number;
}

export interface ScheduleState {
  readonly job: string;
  readonly summary: string;
  readonly everyMs: number;
  /** Null if the schedule is missing in the queue. */
  readonly nextAt: Date | null;
  readonly lastFailure: { readonly at: Date; readonly reason: string } | null;
}

export interface QueuesState {
  readonly queues: readonly QueueCount[];
  readonly schedules: readonly ScheduleState[];
}

/** Many failures of one job hide the older failures of the others. */
const readFailures = 500;

/** Reads the jobs of each queue and the schedules. Rejects if the queues are not reachable. */
export async function readQueues({ queues, counts }: Pick<Queues, 'queues' | 'counts'>): Promise<QueuesState> {
  const [countsByQueue, states] = await Promise.all([counts(), Promise.all(Object.values(queues).map(readSchedules))]);
  return {
    queues: Object.entries(countsByQueue).map(([name, count]) => ({
      name,
      waiting: (count['waiting'] ?? 0) + (count['prioritized'] ?? 0) + (count['paused'] ?? 0),
      active: count['active'] ?? 0,
      delayed: count['delayed'] ?? 0,
      failed: count['failed'] ?? 0,
    })),
    schedules: states.flat(),
  };
}

async function readSchedules(queue: Queue): Promise<readonly ScheduleState[]> {
  const own = schedules.filter((schedule) => schedule.queue === queue.name);
  const [schedulers, failed] = await Promise.all([queue.getJobSchedulers(), queue.getFailed(0, readFailures - 1)]);
  return own.map(({ name, summary, everyMs }) => {
    const next = schedulers.find(({ key }) => key === name)?.next;
    const last = failed.filter((job) => job.name === name).toSorted((a, b) => (b.finishedOn ?? 0) - (a.finishedOn ?? 0))[0];
    return {
      job: name,
      summary,
      everyMs,
      nextAt: next === undefined ? null : new Date(next),
      lastFailure: last ? { at: new Date(last.finishedOn ?? last.timestamp), reason: last.failedReason ?? '' } : null,
    };
  });
}
