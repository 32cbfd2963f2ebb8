import { unprocessableRequest } from '@linework/problem-details/make-problem';

/** The times that a subscription may have from the start. */
interface ScheduledTimes {
  readonly scheduledPauseAt?: Date | undefined;
  readonly scheduledCancelAt?: Date | undefined;
  readonly endDate?: Date | undefined;
}

/** Raises 422 if a scheduled time has passed. */
export function rejectPastTimes({ scheduledPauseAt, scheduledCancelAt, endDate }: ScheduledTimes, now: Date): void {
  const passed = Object.entries({ scheduledPauseAt, scheduledCancelAt, endDate }).filter(
    ([, at]) => at !== undefined && at <= now,
  );
  if (passed.length === 0) return;
  throw timesInThePast(passed.map(([member]) => member));
}

const dayMs = 24 * 60 * 60_000;

/** Raises 422 for a time more than a day ago: the client hardly means "now" by it. */
export function rejectLongPast(at: Date, now: Date): void {
  if (at.getTime() < now.getTime() - dayMs) throw timesInThePast(['at']);
}

const timesInThePast = (members: readonly string[]) =>
  unprocessableRequest(`These times have passed: ${members.join(', ')}.`, { code: 'time-has-passed', members });
