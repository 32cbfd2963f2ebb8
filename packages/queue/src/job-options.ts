import type { JobDeclaration } from '@linework/schemas/jobs';
import type { JobsOptions } from 'bullmq';

const weekSeconds = 7 * 24 * 3_600;

/** How often a job is tried, and how many of its kind are kept for the board. */
export function jobOptions({ attempts, backoffMs }: Pick<JobDeclaration, 'attempts' | 'backoffMs'>): JobsOptions {
  return {
    attempts,
    backoff: { type: 'exponential', delay: backoffMs },
    removeOnComplete: { count: 300 },
    removeOnFail: { count: 1_000, age: weekSeconds },
  };
}
