import type { BillingCycle } from '@linework/schemas/subscriptions/billing-cycle';
import type { TrialConfig } from '@linework/schemas/subscriptions/trial-config';
import { civilDay, startOfDay } from '../billing/civil-day.ts';
import { cycleOf } from '../billing/cycle.ts';

/** When a trial that begins now is over: the first instant after so many cycles, counted from today. */
export function trialEnd({ trialCycles }: TrialConfig, { frequency, customPeriodDays }: BillingCycle, now: Date): Date {
  return startOfDay(cycleOf({ frequency, customPeriodDays, anchorDay: civilDay(now) }, trialCycles).until);
}
