import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@linework/log/log';
import type { Worker } from 'bullmq';
import { maintainSchedulers } from './maintain-schedulers.ts';
import type { Queues } from './open-queues.ts';
import { openWithPrefetch, type Process } from './open-with-prefetch.ts';
import type { QueueName } from './queue-backend.ts';
import type { JobHandlers } from './run-handler.ts';
import { runJob } from './run-job.ts';
import { schedules } from './schedules.ts';
import { singleFlightSchedules } from './single-flight-schedules.ts';
import { watchOutage } from './watch-outage.ts';

export interface WorkerOptions {
  readonly queues: Queues;
  readonly handlers: JobHandlers;
  /** The number of jobs of the queue `orders` that run at the same time. */
  readonly concurrency: number;
  readonly log: Log;
}

export interface Workers {
  /** Stops fetching jobs, waits for the running ones (`limitMs` at most), then closes the connections. */
  close(limitMs?: number): Promise<void>;
}

/** One slot for each scheduled job: a job that takes long keeps the slot of its period's run, and the next runs do not wait for it. */
const maintenanceConcurrency = schedules.length;
const settings = {
  // Other workers take over the jobs of a killed worker within 7 s. PostgreSQL counts the crashes of an order, not the queue.
  lockDuration: 5_000,
  stalledInterval: 2_000,
  maxStalledCount: 20,
  runRetryDelay: 1_000,
  // Redis notifies only one worker of a new job. If that worker is frozen, the others poll after 1 s instead of the default 5 s.
  drainDelay: 1,
  // Counts the jobs that complete and fail, in all and by the minute for a day. The queue keeps only the last ones.
  metrics: { maxDataPoints: 24 * 60 },
};
/** The time that an idle worker has to disconnect from Redis. */
const shutdownGraceMs = 2_000;

/** Processes the jobs of both queues and maintains the job schedulers. Survives any outage of Redis or PostgreSQL. */
export async function startWorkers({ queues, handlers, concurrency, log }: WorkerOptions): Promise<Workers> {
  const runningJobs = new Set<Promise<void>>();
  const singleFlightHandlers = singleFlightSchedules(handlers);
  const start = async (name: QueueName, open: (process: Process) => Promise<Worker>): Promise<Worker> => {
    const outage = watchOutage(log.child({ queue: name }), {
      failing: 'queue not reachable; no jobs run until it is reachable again',
      working: 'queue reachable again',
    });
    const worker = await open((job) => track(runningJobs, runJob(job, singleFlightHandlers, log)));
    worker.on('error', outage.reportFailure).on('active', outage.reportSuccess);
    return worker.on('stalled', (jobId) =>
      log.warn({ queue: name, jobId }, 'job taken over from a worker that stopped responding'),
    );
  };
  const workers = await Promise.all([
    start('orders', (process) =>
      openWithPrefetch(concurrency, process, (counted) =>
        queues.openWorker('orders', counted, { ...settings, autorun: false, concurrency: 1 }),
      ),
    ),
    start('maintenance', (process) =>
      queues.openWorker('maintenance', process, { ...settings, concurrency: maintenanceConcurrency }),
    ),
  ]);
  const schedulers = maintainSchedulers(queues, log);

  return {
    async close(limitMs = 25_000) {
      const closed = Promise.all([schedulers.stop(), ...workers.map((worker) => worker.close())]);
      await finishesWithin(Promise.allSettled(runningJobs), limitMs);
      if (await finishesWithin(closed, shutdownGraceMs)) return;
      log.warn({ runningJobs: runningJobs.size }, 'shutdown time is over; closing while jobs still run');
      await finishesWithin(Promise.allSettled(workers.map(closeBackend)), shutdownGraceMs);
    },
  };
}

function track(runningJobs: Set<Promise<void>>, job: Promise<void>): Promise<void> {
  const tracked = job.finally(() => runningJobs.delete(tracked));
  runningJobs.add(tracked);
  return tracked;
}

/** True if the promise settled within the limit. */
function finishesWithin(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  return Promise.race([work.then(() => true), sleep(limitMs, false, { ref: false })]);
}

/** Closes the connections of a worker whose `close` still waits for Redis. */
function closeBackend(worker: Worker): Promise<void> {
  return worker.getBackend().close(true);
}
