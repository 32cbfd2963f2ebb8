import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@linework/log/log';
import type { Worker } from 'bullmq';
import { maintainSchedulers } from './maintain-schedulers.ts';
import type { Queues } from './open-queues.ts';
import { openWithPrefetch, type Process } from './open-with-prefetch.ts';
import type { QueueName } from './queue-backend.ts';
import { type JobHandlers, runJob } from './run-job.ts';
import { schedules, singleFlightSchedules } from './single-flight-schedules.ts';
import { watchOutage } from './watch-outage.ts';

export interface WorkerOptions {
  readonly queues: Queues;
  readonly handlers: JobHandlers;
  /** How many jobs of the orders queue run at once. */
  readonly concurrency: number;
  readonly log: Log;
}

export interface Workers {
  /** Takes no more jobs, waits for those at work (no longer than `limitMs`), then closes the connections. */
  close(limitMs?: number): Promise<void>;
}

/** A place for each, from the start, so that no clock ever waits for others or begins late. */
const maintenanceConcurrency = schedules.length;
const settings = {
  // A killed worker's jobs are taken over within 7 s. How often a job may crash its worker is for PostgreSQL to say, not for the queue.
  lockDuration: 5_000,
  stalledInterval: 2_000,
  maxStalledCount: 20,
  runRetryDelay: 1_000,
  // Redis tells one worker that there is a job. When that one is frozen another must look by itself, in seconds, and not wait for the usual 5.
  drainDelay: 1,
};
/** For a worker without a job at work to say good-bye to Redis. */
const shutdownGraceMs = 2_000;

/** Carries out jobs of both queues with their handlers, and keeps the clocks. Outlives any absence of Redis or PostgreSQL. */
export async function startWorkers({ queues, handlers, concurrency, log }: WorkerOptions): Promise<Workers> {
  const runningJobs = new Set<Promise<void>>();
  const singleFlightHandlers = singleFlightSchedules(handlers);
  const start = async (name: QueueName, open: (process: Process) => Promise<Worker>): Promise<Worker> => {
    const outage = watchOutage(log.child({ queue: name }), { failing: 'the worker cannot reach its queue', working: 'the worker has its queue again' });
    const worker = await open((job) => track(runningJobs, runJob(job, singleFlightHandlers, log)));
    worker.on('error', outage.reportFailure).on('active', outage.reportSuccess);
    return worker.on('stalled', (jobId) => log.warn({ queue: name, jobId }, 'job taken over from a worker that fell silent'));
  };
  const workers = await Promise.all([
    start('orders', (process) => openWithPrefetch(concurrency, process, (counted) => queues.openWorker('orders', counted, { ...settings, concurrency: 1 }))),
    start('maintenance', (process) => queues.openWorker('maintenance', process, { ...settings, concurrency: maintenanceConcurrency })),
  ]);
  const schedulers = maintainSchedulers(queues, log);

  return {
    async close(limitMs = 25_000) {
      const closed = Promise.all([schedulers.stop(), ...workers.map((worker) => worker.close())]);
      await finishesWithin(Promise.allSettled(runningJobs), limitMs);
      if (await finishesWithin(closed, shutdownGraceMs)) return;
      log.warn({ jobsAtWork: runningJobs.size }, 'closing without waiting any longer');
      await finishesWithin(Promise.allSettled(workers.map(closeBackend)), shutdownGraceMs);
    },
  };
}

function track(runningJobs: Set<Promise<void>>, job: Promise<void>): Promise<void> {
  const tracked = job.finally(() => runningJobs.delete(tracked));
  runningJobs.add(tracked);
  return tracked;
}

/** True when it ended within the time. */
function finishesWithin(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  return Promise.race([work.then(() => true), sleep(limitMs, false, { ref: false })]);
}

/** Ends the connections of a worker whose `close` still waits for Redis. */
function closeBackend(worker: Worker): Promise<void> {
  return worker.getBackend().close(true);
}
