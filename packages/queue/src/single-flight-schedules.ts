import type { JobContext, JobHandlers } from './run-handler.ts';
import { schedules } from './schedules.ts';

type Handler = (data: unknown, context: JobContext) => Promise<void>;

/**
 * Returns the handlers, with those of scheduled jobs limited to one run at a time in this process. A job that arrives
 * while the previous one of its name still runs completes immediately. Otherwise a slow job, or one whose partner does
 * not answer, would use the whole concurrency of the queue and slow down the run that has to end.
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
