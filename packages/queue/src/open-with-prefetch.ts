import type { Job, Worker } from 'bullmq';

export type Process = (job: Job) => Promise<void>;

/**
 * Opens a worker whose concurrency is always one more than the number of running jobs, up to `limit`. While the concurrency is not
 * used up, BullMQ fetches the next job before it starts the one it has. With a fixed concurrency, a single job would therefore wait
 * until the queue answers that there is no other job. With one free slot it starts immediately.
 *
 * `open` creates the worker with `autorun: false` and a concurrency of 1.
 *
 * Do not use it for scheduled jobs: in a worker with changing concurrency, delayed jobs started up to one second late.
 */
export async function openWithPrefetch(
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
