import { calculateShare, type DayRange, type ShareTerms } from '@linework/billing/count-service-days';
import { type Cycle, calculateCycle } from '@linework/billing/cycle';
import type { Share } from '@linework/billing/prorate';
import { subscriptionLifecycle } from '@linework/schemas/lifecycles/subscription.lifecycle';
import { clipCycleToEnd, findNextCycle, toCyclePattern } from '@linework/subscriptions/cycles/find-next-cycle';
import type { BillableSubscription } from '@linework/subscriptions/cycles/lock-billable-subscriptions';

type NumberedCycle = Cycle & { readonly cycle: number };

export interface InvoicedPeriod {
  readonly number: number;
  /** The days that are invoiced; `until` is exclusive. */
  readonly from: string;
  readonly until: string;
  readonly share: Share;
  /** The share of the days from a later day on. */
  readonly shareFrom: (day: string) => Share;
}

export interface BillingPlan {
  /** Undefined if the subscription has ended and had no service day since its last invoice. */
  readonly invoiced: InvoicedPeriod | undefined;
  /** The state of the subscription afterwards; undefined if no cycle follows. */
  readonly next:
    | { readonly cycle: number; readonly from: string; readonly until: string; readonly nextBillingDate: string }
    | undefined;
}

/**
 * Plans the actions of a subscription's billing date. A PREPAID subscription begins its next cycle and is invoiced for
 * it. A POSTPAID one is invoiced for the cycle that has ended and begins the next. The first invoice of a PREPAID one
 * is for the cycle that its activation began.
 */
export function planBilling(subscription: BillableSubscription): BillingPlan {
  const currentCycle = {
    cycle: subscription.cycle,
    ...calculateCycle(toCyclePattern(subscription), subscription.cycle),
  };
  const nextCycle = findNextCycle(subscription);
  if (
    subscription.billingType === 'PREPAID' &&
    subscription.nextBillingDate < subscription.cycleUntil &&
    !subscription.isInvoiced
  ) {
    // An ended subscription gets no further charges.
    const isLast = !nextCycle && subscriptionLifecycle.isFinal(subscription.status);
    return {
      invoiced: toInvoicedPeriod(subscription, currentCycle),
      next: isLast ? undefined : toNextBilling(currentCycle, currentCycle.until),
    };
  }
  const invoiced = subscription.billingType === 'POSTPAID' ? findCycleToInvoice(subscription, currentCycle) : nextCycle;
  return {
    invoiced: invoiced && toInvoicedPeriod(subscription, invoiced),
    next: nextCycle && toNextBilling(nextCycle, nextCycle.until),
  };
}

/**
 * Skips a cycle on whose first day the subscription ended. That day is charged only if it is the only day of the
 * subscription.
 */
const findCycleToInvoice = ({ endDay }: BillableSubscription, currentCycle: NumberedCycle) =>
  currentCycle.cycle > 1 && endDay !== null && endDay <= currentCycle.from ? undefined : currentCycle;

const toNextBilling = ({ cycle, from, until }: NumberedCycle, nextBillingDate: string) => ({
  cycle,
  from,
  until,
  nextBillingDate,
});

/** The invoiced days end with the subscription, if its end is known, and exclude its pauses. */
function toInvoicedPeriod(
  subscription: BillableSubscription,
  { cycle: number, ...cycle }: NumberedCycle,
): InvoicedPeriod {
  const terms: ShareTerms = {
    cycle,
    isProrated: number === 1 && subscription.prorateFirstInvoice,
    pauses: subscription.pauses,
  };
  const days: DayRange = clipCycleToEnd(subscription, cycle);
  return {
    number,
    ...days,
    share: calculateShare(terms, days),
    shareFrom: (from) => calculateShare(terms, { ...days, from }),
  };
}
