import { startOfDay } from '@linework/billing/civil-day';
import type { LockedSubscription } from '../lock-subscription.ts';

type BillingState = Pick<LockedSubscription, 'status' | 'billingType' | 'cycleUntil' | 'trialEndsAt' | 'now'>;

/**
 * The end of the paid period. PREPAID: the end of the current cycle. POSTPAID: now. A DRAFT has paid nothing and keeps
 * its trial; null if it has no trial, because nothing is billed.
 */
export function findPaidUntil({ status, billingType, cycleUntil, trialEndsAt, now }: BillingState): Date | null {
  if (status === 'DRAFT') return trialEndsAt;
  return billingType === 'PREPAID' && cycleUntil !== null ? startOfDay(cycleUntil) : now;
}
