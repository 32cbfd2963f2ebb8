import type { JobDeclaration } from '@linework/schemas/jobs';
import type { JobsOptions } from 'bullmq';

const weekSeconds = 7 * 24 * 3_600;

/** The number of attempts of a job, and how many finished jobs the queue keeps for the job board. */
export function jobOptions({ attempts, backoffMs }: Pick<JobDeclaration, 'attempts' | 'backoffMs'>): JobsOptions {
  return {
    attempts,
    backoff: { type: 'exponential', delay: backoffMs },
    removeOnComplete: { count: 300 },
    removeOnFail: { count: 1_000, age: weekSeconds },
  };
}
