import { subscriptionLifecycle } from '@linework/schemas/subscriptions/subscription.lifecycle';
import { calculateShare, type DayRange, type ShareTerms } from '../billing/count-service-days.ts';
import { type Cycle, calculateCycle } from '../billing/cycle.ts';
import type { Share } from '../billing/prorate.ts';
import { clipCycleToEnd, findNextCycle, toCyclePattern } from '../subscriptions/find-next-cycle.ts';
import type { BillableSubscription } from '../subscriptions/lock-billable-subscriptions.ts';

type NumberedCycle = Cycle & { readonly cycle: number };

export interface InvoicedPeriod {
  readonly number: number;
  /** The days that are invoiced; `until` is the one after the last. */
  readonly from: string;
  readonly until: string;
  readonly share: Share;
  /** Which share the days from a later one on are. */
  readonly shareFrom: (day: string) => Share;
}

export interface BillingPlan {
  /** Nothing where a subscription has come to its end and no day was given since the invoice before. */
  readonly invoiced: InvoicedPeriod | undefined;
  /** Where the subscription stands afterwards; undefined where no cycle follows. */
  readonly next: { readonly cycle: number; readonly from: string; readonly until: string; readonly nextBillingDate: string } | undefined;
}

/**
 * What is to be done on a subscription's billing date: a PREPAID one begins its next cycle and is invoiced for it, a POSTPAID
 * one is invoiced for the cycle that is over and begins the next. The first invoice of a PREPAID one is for the cycle that its
 * activation began.
 */
export function planBilling(subscription: BillableSubscription): BillingPlan {
  const currentCycle = { cycle: subscription.cycle, ...calculateCycle(toCyclePattern(subscription), subscription.cycle) };
  const nextCycle = findNextCycle(subscription);
  if (subscription.billingType === 'PREPAID' && subscription.nextBillingDate < subscription.cycleUntil && !subscription.isInvoiced) {
    // Of one that has ended nothing comes up any more.
    const isLast = !nextCycle && subscriptionLifecycle.isFinal(subscription.status);
    return { invoiced: toInvoicedPeriod(subscription, currentCycle), next: isLast ? undefined : toNextBilling(currentCycle, currentCycle.until) };
  }
  const invoiced = subscription.billingType === 'POSTPAID' ? findCycleToInvoice(subscription, currentCycle) : nextCycle;
  return { invoiced: invoiced && toInvoicedPeriod(subscription, invoiced), next: nextCycle && toNextBilling(nextCycle, nextCycle.until) };
}

/** Nothing of a cycle on whose first day the subscription ended: that day is not charged, but where it was the only one. */
const findCycleToInvoice = ({ endDay }: BillableSubscription, currentCycle: NumberedCycle) =>
  currentCycle.cycle > 1 && endDay !== null && endDay <= currentCycle.from ? undefined : currentCycle;

const toNextBilling = ({ cycle, from, until }: NumberedCycle, nextBillingDate: string) => ({ cycle, from, until, nextBillingDate });

/** Up to the day on which the subscription ends, where that is known, and without the days of its pauses. */
function toInvoicedPeriod(subscription: BillableSubscription, { cycle: number, ...cycle }: NumberedCycle): InvoicedPeriod {
  const terms: ShareTerms = { cycle, isProrated: number === 1 && subscription.prorateFirstInvoice, pauses: subscription.pauses };
  const days: DayRange = clipCycleToEnd(subscription, cycle);
  return { number, ...days, share: calculateShare(terms, days), shareFrom: (from) => calculateShare(terms, { ...days, from }) };
}
