import type { Log } from '@linework/log/log';
import type { JobName } from '@linework/schemas/jobs';
import { type JobHandlers, runHandler } from './run-handler.ts';
import type { Period } from './schedules.ts';

/** Returns which of these jobs have work now. */
export type FindDueJobs = (names: readonly JobName[]) => Promise<readonly JobName[]>;

interface PeriodRun {
  readonly period: Period;
  readonly jobId: string;
  readonly handlers: JobHandlers;
  readonly findDueJobs: FindDueJobs;
  readonly log: Log;
}

/**
 * Runs the jobs of a period that have work, at the same time. When all have ended, raises an error with a line for each
 * that failed.
 */
export async function runPeriod({ period, jobId, handlers, findDueJobs, log }: PeriodRun): Promise<void> {
  const failures: string[] = [];
  const due = await findDueJobs(period.schedules.map(({ name }) => name));
  await Promise.all(
    due.map((name) =>
      runHandler({ name, data: {}, jobId, attempt: 1, attempts: 1, handlers, log }).catch(
        (error: Error) => void failures.push(failureLine(name, error.message)),
      ),
    ),
  );
  if (failures.length > 0) throw new Error(failures.join('\n'));
}

const failureLine = (name: string, message: string) => `${name}: ${message.trim().replace(/\s*\n\s*/g, ' ')}`;

/** Returns why a job failed, from the error of its period; undefined if it did not fail. */
export function findFailure(reason: string, name: string): string | undefined {
  const start = `${name}: `;
  const line = reason.split('\n').find((one) => one.startsWith(start));
  return line?.slice(start.length);
}
