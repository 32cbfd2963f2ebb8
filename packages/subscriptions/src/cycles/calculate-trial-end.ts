import { startOfDay, toCivilDay } from '@linework/billing/civil-day';
import { calculateCycle } from '@linework/billing/cycle';
import type { BillingCycle } from '@linework/schemas/subscriptions/billing-cycle';
import type { TrialConfig } from '@linework/schemas/subscriptions/trial-config';

/** The end of a trial that begins now: the first instant after its cycles, counted from today. */
export function calculateTrialEnd(
  { trialCycles }: TrialConfig,
  { frequency, customPeriodDays }: BillingCycle,
  now: Date,
): Date {
  return startOfDay(calculateCycle({ frequency, customPeriodDays, anchorDay: toCivilDay(now) }, trialCycles).until);
}
