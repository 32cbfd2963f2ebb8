import { startOfDay } from '../billing/civil-day.ts';
import type { LockedSubscription } from './lock-subscription.ts';

type BillingState = Pick<LockedSubscription, 'status' | 'billingType' | 'cycleUntil' | 'trialEndsAt' | 'now'>;

/**
 * The end of what the holder has paid for: of one that pays in advance the end of the cycle under way, of one that pays afterwards
 * now. A DRAFT has paid nothing and keeps its trial; null where it has none, for nothing is billed.
 */
export function findPaidUntil({ status, billingType, cycleUntil, trialEndsAt, now }: BillingState): Date | null {
  if (status === 'DRAFT') return trialEndsAt;
  return billingType === 'PREPAID' && cycleUntil !== null ? startOfDay(cycleUntil) : now;
}
