import type { Log } from '@linework/log/log';
import { advanceOrderJob } from '@linework/schemas/jobs';
import type { Queue } from 'bullmq';
import { type JobHandlers, runHandler } from './run-handler.ts';
import { addRetry, buildJobId, type WakeUps } from './wake-up-job.ts';

interface WakeUpRunnerOptions {
  /** Gets a job for the wake-ups that failed. */
  readonly queue: Queue;
  readonly handlers: JobHandlers;
  readonly log: Log;
}

/** Creates the function that runs a message of the list. It never throws. Wake-ups that fail become a job, which the queue retries. */
export function createWakeUpRunner({ queue, handlers, log }: WakeUpRunnerOptions): (message: string) => Promise<void> {
  return async (message) => {
    try {
      const data = JSON.parse(message) as WakeUps;
      const { name, attempts } = advanceOrderJob;
      await runHandler({ name, data, jobId: buildJobId(data), attempt: 1, attempts, handlers, log }).catch(() => addRetry(queue, data));
    } catch (error) {
      log.warn({ err: error }, 'wake-ups were dropped; the sweep requeues their orders');
    }
  };
}
