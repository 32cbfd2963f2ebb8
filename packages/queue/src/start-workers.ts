import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@linework/log/log';
import type { Job, Worker } from 'bullmq';
import { maintainSchedulers } from './maintain-schedulers.ts';
import type { Queues } from './open-queues.ts';
import type { QueueName } from './queue-backend.ts';
import { type JobContext, type JobHandlers, runHandler } from './run-handler.ts';
import { type FindDueJobs, runPeriod } from './run-period.ts';
import { periods, schedules } from './schedules.ts';
import { watchMaintenance } from './watch-maintenance.ts';
import { watchOutage } from './watch-outage.ts';

export interface WorkerOptions {
  readonly queues: Queues;
  readonly handlers: JobHandlers;
  /** Asked at each period; without it every job of the period runs. */
  readonly findDueJobs?: FindDueJobs;
  /** The number of jobs of the queue `orders` that run at the same time. */
  readonly concurrency: number;
  readonly log: Log;
}

export interface Workers {
  /** False while the scheduled jobs stand still. Rejects if the queue does not answer. */
  maintenanceEnds(): Promise<boolean>;
  /** Stops fetching jobs, waits for the running ones (`limitMs` at most), then closes the connections. */
  close(limitMs?: number): Promise<void>;
}

/**
 * One slot for each scheduled job: a job that takes long keeps the slot of its period's run, and the next runs do not
 * wait for it.
 */
const maintenanceConcurrency = schedules.length;
const settings = {
  // Other workers take over the jobs of a killed worker within 7 s. PostgreSQL counts the crashes of an order, not the
  // queue.
  lockDuration: 5_000,
  stalledInterval: 2_000,
  maxStalledCount: 20,
  runRetryDelay: 1_000,
  // Redis notifies only one worker of a new job. If that worker is frozen, the others poll after 1 s instead of the
  // default 5 s.
  drainDelay: 1,
  // Counts the jobs that complete and fail, in all and by the minute for a day. The queue keeps only the last ones.
  metrics: { maxDataPoints: 24 * 60 },
};
/** The time that an idle worker has to disconnect from Redis. */
const shutdownGraceMs = 2_000;

/** Processes the jobs of both queues and maintains the job schedulers. Survives any outage of Redis or PostgreSQL. */
export async function startWorkers({
  queues,
  handlers,
  findDueJobs = async (names) => names,
  concurrency,
  log,
}: WorkerOptions): Promise<Workers> {
  const runningJobs = new Set<Promise<void>>();
  const watch = watchMaintenance(queues);
  const deps = {
    handlers: singleFlightSchedules(watch.watchHandlers(handlers)),
    findDueJobs: watch.watchDueJobs(findDueJobs),
    log,
  };
  const start = async (name: QueueName, open: (process: Process) => Promise<Worker>): Promise<Worker> => {
    const outage = watchOutage(log.child({ queue: name }), {
      failing: 'queue not reachable; no jobs run until it is reachable again',
      working: 'queue reachable again',
    });
    const worker = await open((job) => track(runningJobs, runJob(job, deps)));
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
      queues.openWorker('maintenance', process, { ...settings, concurrency: maintenanceConcurrency }, watch.jobFetched),
    ),
  ]);
  const schedulers = maintainSchedulers(queues, log);

  return {
    maintenanceEnds: watch.maintenanceEnds,
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

type Process = (job: Job) => Promise<void>;

/**
 * Opens a worker whose concurrency is always one more than the number of running jobs, up to `limit`. While the
 * concurrency is not used up, BullMQ fetches the next job before it starts the one it has. With a fixed concurrency, a
 * single job would therefore wait until the queue answers that there is no other job. With one free slot it starts
 * immediately.
 *
 * `open` creates the worker with `autorun: false` and a concurrency of 1.
 *
 * Do not use it for scheduled jobs: in a worker with changing concurrency, delayed jobs started up to one second late.
 */
async function openWithPrefetch(
  limit: number,
  process: Process,
  open: (process: Process) => Promise<Worker>,
): Promise<Worker> {
  let running = 0;
  const changeRunning = (change: number) => {
    running += change;
    worker.concurrency = Math.min(running + 1, limit);
  };
  const worker: Worker = await open((job) => {
    changeRunning(1);
    return process(job).finally(() => changeRunning(-1));
  });
  // A worker that runs while it is being opened starts one job with the concurrency that it has, and no other until
  // that one has ended.
  void worker.run().catch((error) => worker.emit('error', error));
  return worker;
}

type JobDeps = Required<Pick<WorkerOptions, 'handlers' | 'findDueJobs' | 'log'>>;

/**
 * Runs a job, or the jobs of a period that have work. Throws an error to the queue, which retries the job if attempts
 * are left.
 */
async function runJob(job: Job, { findDueJobs, ...deps }: JobDeps): Promise<void> {
  const jobId = job.id ?? '';
  const period = periods.find(({ name }) => name === job.name);
  const { name, data, attemptsMade, opts } = job;
  if (period) await runPeriod({ period, jobId, findDueJobs, ...deps });
  else await runHandler({ name, data, jobId, attempt: attemptsMade + 1, attempts: opts.attempts ?? 1, ...deps });
  // Lets pending work of this and other jobs run before the queue marks the job as completed.
  await setImmediate();
}

type Handler = (data: unknown, context: JobContext) => Promise<void>;

/**
 * Returns the handlers, with those of scheduled jobs limited to one run at a time in this process. A job that arrives
 * while the previous one of its name still runs completes immediately. Otherwise a slow job, or one whose partner does
 * not answer, would use the whole concurrency of the queue and slow down the run that has to end.
 */
function singleFlightSchedules(handlers: JobHandlers): JobHandlers {
  const guarded = schedules.map(({ name }) => [name, singleFlight(handlers[name] as Handler)]);
  return { ...handlers, ...Object.fromEntries(guarded) };
}

function singleFlight(handle: Handler): Handler {
  let isRunning = false;
  return async (data, context) => {
    if (isRunning) return;
    isRunning = true;
    try {
      await handle(data, context);
    } finally {
      isRunning = false;
    }
  };
}
