import type { Job, Worker } from 'bullmq';

export type Process = (job: Job) => Promise<void>;

/**
 * Opens a worker that has one place more than it has jobs at work, and `most` at most. As long as a place is free BullMQ fetches
 * again before it begins what it has: in a worker with places to spare a job that came alone would wait until the queue
 * has said that there is no other. This way it begins at once, and then the next is looked for.
 *
 * Not for a queue of clocks: in a worker whose places come and go delayed jobs were seen to begin up to a second late.
 */
export async function openWithPrefetch(limit: number, process: Process, open: (process: Process) => Promise<Worker>): Promise<Worker> {
  let worker: Worker | undefined;
  let running = 0;
  const changeRunning = (change: number) => {
    running += change;
    if (worker) worker.concurrency = Math.min(running + 1, limit);
  };
  worker = await open((job) => {
    changeRunning(1);
    return process(job).finally(() => changeRunning(-1));
  });
  changeRunning(0);
  return worker;
}
