import { impossibleRequest } from '@linework/problem-details/make-problem';
import type { SubscriptionWish } from './create-subscription.ts';

/** Raises 422 where something is planned for a time that has passed. */
export function refusePastTimes({ scheduledPauseAt, scheduledCancelAt, endDate }: SubscriptionWish, now: Date): void {
  const passed = Object.entries({ scheduledPauseAt, scheduledCancelAt, endDate }).filter(([, at]) => at !== undefined && at <= now);
  if (passed.length === 0) return;
  const members = passed.map(([member]) => member);
  throw impossibleRequest(`These times have passed: ${members.join(', ')}.`, { code: 'time-has-passed', members });
}
