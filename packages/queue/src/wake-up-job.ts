import { advanceOrderJob, type JobData } from '@linework/schemas/jobs';
import type { JobsOptions, Queue } from 'bullmq';
import { jobOptions } from './job-options.ts';

/** The orders that one message wakes up. */
export type WakeUps = JobData<'advance-order'>;

/** `add` does nothing if the job id exists. A job for several orders needs a unique id, or all of them would be lost. */
export function buildJobId({ orders: [first, ...others] }: WakeUps): string {
  const id = `order-${first?.orderId}-${first?.epoch}`;
  return others.length === 0 ? id : `${id}-and-${others.length}`;
}

/** A job that wakes up the orders, for `add` and `addBulk` of the queue `orders`. */
export function buildJob(data: WakeUps, options: JobsOptions = {}) {
  return { name: advanceOrderJob.name, data, opts: { ...jobOptions(advanceOrderJob), jobId: buildJobId(data), ...options } };
}

export async function addJob(queue: Queue, wakeUps: WakeUps, options?: JobsOptions): Promise<void> {
  const { name, data, opts } = buildJob(wakeUps, options);
  await queue.add(name, data, opts);
}

/** Adds a job for wake-ups that failed once without a job. The queue makes the other attempts, and shows the job if all of them fail. */
export const addRetry = (queue: Queue, wakeUps: WakeUps): Promise<void> =>
  addJob(queue, wakeUps, { attempts: advanceOrderJob.attempts - 1, delay: advanceOrderJob.backoffMs });
