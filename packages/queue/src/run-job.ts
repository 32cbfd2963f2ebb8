import { setImmediate } from 'node:timers/promises';
import type { Log } from '@linework/log/log';
import type { Job } from 'bullmq';
import { type JobHandlers, runHandler } from './run-handler.ts';
import { runPeriod } from './run-period.ts';
import { periods } from './schedules.ts';

/** Runs a job, or all jobs of a period. Throws an error to the queue, which retries the job if attempts are left. */
export async function runJob(job: Job, handlers: JobHandlers, log: Log): Promise<void> {
  const jobId = job.id ?? '';
  const period = periods.find(({ name }) => name === job.name);
  const { name, data, attemptsMade, opts } = job;
  if (period) await runPeriod({ period, jobId, handlers, log });
  else await runHandler({ name, data, jobId, attempt: attemptsMade + 1, attempts: opts.attempts ?? 1, handlers, log });
  // Lets pending work of this and other jobs run before the queue marks the job as completed.
  await setImmediate();
}
