import type { BillingCycle } from '@linework/schemas/subscriptions/billing-cycle';
import type { TrialConfig } from '@linework/schemas/subscriptions/trial-config';
import { startOfDay, toCivilDay } from '../billing/civil-day.ts';
import { calculateCycle } from '../billing/cycle.ts';

/** The end of a trial that begins now: the first instant after its cycles, counted from today. */
export function calculateTrialEnd({ trialCycles }: TrialConfig, { frequency, customPeriodDays }: BillingCycle, now: Date): Date {
  return startOfDay(calculateCycle({ frequency, customPeriodDays, anchorDay: toCivilDay(now) }, trialCycles).until);
}
