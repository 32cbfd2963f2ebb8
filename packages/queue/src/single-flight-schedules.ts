import { type Job, jobs } from '@linework/schemas/jobs';
import type { JobContext, JobHandlers } from './run-job.ts';

type Handler = (data: unknown, context: JobContext) => Promise<void>;

/** The jobs that run by themselves. */
export const schedules = (jobs as readonly Job[]).filter((job): job is Job & { readonly everyMs: number } => job.everyMs !== undefined);

/**
 * The same handlers, of which those of clocks run once at a time in this process: a tick that comes while the one before it
 * is at work is done at once. A clock that falls behind, or whose partner does not answer, would take every place that clocks
 * run in, and the database's time from the run that is to end.
 */
export function singleFlightSchedules(handlers: JobHandlers): JobHandlers {
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
