import { impossibleRequest } from '@linework/problem-details/make-problem';
import { monthlyFrequencies } from '@linework/schemas/subscriptions/billing-cycle';
import type { SubscriptionWish } from './create-subscription.ts';

/** Raises 422 where the terms of a subscription contradict each other. */
export function refuseTerms({ billingCycle, billingDay, trialConfig, activate }: SubscriptionWish): void {
  const { frequency, customPeriodDays } = billingCycle;
  if ((frequency === 'CUSTOM') !== (customPeriodDays !== undefined)) {
    throw impossibleRequest('customPeriodDays belongs to the frequency CUSTOM, and to no other.', { code: 'custom-period-days' });
  }
  if (billingDay !== undefined && !monthlyFrequencies.includes(frequency)) {
    throw impossibleRequest('Only cycles of months can begin on a day of the month.', { code: 'billing-day' });
  }
  if (activate && trialConfig) throw impossibleRequest('A subscription that is activated at once has no trial.', { code: 'trial-of-active' });
}

/** Raises 422 where something is planned for a time that has passed. */
export function refusePastTimes({ scheduledPauseAt, scheduledCancelAt, endDate }: SubscriptionWish, now: Date): void {
  const passed = Object.entries({ scheduledPauseAt, scheduledCancelAt, endDate }).filter(([, at]) => at !== undefined && at <= now);
  if (passed.length === 0) return;
  const members = passed.map(([member]) => member);
  throw impossibleRequest(`These times have passed: ${members.join(', ')}.`, { code: 'time-has-passed', members });
}
