import { type Job, jobs } from '@linework/schemas/jobs';

export type Schedule = Job & { readonly everyMs: number };

/** The jobs that have a period. All are in the queue `maintenance`. */
export const schedules = (jobs as readonly Job[]).filter((job): job is Schedule => job.everyMs !== undefined);

/** The jobs that have the same period. The queue has one scheduler for them, with this name. */
export interface Period {
  readonly name: string;
  readonly everyMs: number;
  readonly schedules: readonly Schedule[];
}

/**
 * One scheduler for each period: a job of the queue costs three times what most scheduled jobs do when they find no
 * work.
 */
export const periods: readonly Period[] = [...Map.groupBy(schedules, ({ everyMs }) => everyMs)].map(
  ([everyMs, those]) => ({
    name: periodName(everyMs),
    everyMs,
    schedules: those,
  }),
);

/** The name of the scheduler that runs the jobs with this period. */
export function periodName(everyMs: number): string {
  return `every-${everyMs}-ms`;
}
