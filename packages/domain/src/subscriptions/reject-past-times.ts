import { unprocessableRequest } from '@linework/problem-details/make-problem';
import type { SubscriptionInput } from './create-subscription.ts';

/** Raises 422 where something is planned for a time that has passed. */
export function rejectPastTimes({ scheduledPauseAt, scheduledCancelAt, endDate }: SubscriptionInput, now: Date): void {
  const passed = Object.entries({ scheduledPauseAt, scheduledCancelAt, endDate }).filter(([, at]) => at !== undefined && at <= now);
  if (passed.length === 0) return;
  throw timesInThePast(passed.map(([member]) => member));
}

const dayMs = 24 * 60 * 60_000;

/** Raises 422 for a time that is more than a day ago: what is asked for then was hardly meant for now. */
export function rejectLongPast(at: Date, now: Date): void {
  if (at.getTime() < now.getTime() - dayMs) throw timesInThePast(['at']);
}

const timesInThePast = (members: readonly string[]) =>
  unprocessableRequest(`These times have passed: ${members.join(', ')}.`, { code: 'time-has-passed', members });
