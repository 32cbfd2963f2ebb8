import { subscriptionLifecycle } from '@linework/schemas/subscriptions/subscription.lifecycle';
import { type Cycle, cycleOf } from '../billing/cycle.ts';
import { type CycleGiven, type Days, shareOf } from '../billing/days-given.ts';
import type { Share } from '../billing/prorate.ts';
import type { Billable } from '../subscriptions/claim-billable.ts';
import { cycleAfter, daysOf, patternOf } from '../subscriptions/cycle-after.ts';

type NumberedCycle = Cycle & { readonly cycle: number };

export interface InvoicedStretch {
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
  readonly invoiced: InvoicedStretch | undefined;
  /** Where the subscription stands afterwards; undefined where no cycle follows. */
  readonly next: { readonly cycle: number; readonly from: string; readonly until: string; readonly nextBillingDate: string } | undefined;
}

/**
 * What is to be done on a subscription's billing date: a PREPAID one begins its next cycle and is invoiced for it, a POSTPAID
 * one is invoiced for the cycle that is over and begins the next. The first invoice of a PREPAID one is for the cycle that its
 * activation began.
 */
export function planBilling(billable: Billable): BillingPlan {
  const underWay = { cycle: billable.cycle, ...cycleOf(patternOf(billable), billable.cycle) };
  const following = cycleAfter(billable);
  if (billable.billingType === 'PREPAID' && billable.nextBillingDate < billable.cycleUntil && !billable.isInvoiced) {
    // Of one that has ended nothing comes up any more.
    const isLast = !following && subscriptionLifecycle.isFinal(billable.status);
    return { invoiced: stretchOf(billable, underWay), next: isLast ? undefined : standing(underWay, underWay.until) };
  }
  const invoiced = billable.billingType === 'POSTPAID' ? givenOf(billable, underWay) : following;
  return { invoiced: invoiced && stretchOf(billable, invoiced), next: following && standing(following, following.until) };
}

/** Nothing of a cycle on whose first day the subscription ended: that day is not charged, but where it was the only one. */
const givenOf = ({ endDay }: Billable, underWay: NumberedCycle) => (underWay.cycle > 1 && endDay !== null && endDay <= underWay.from ? undefined : underWay);

const standing = ({ cycle, from, until }: NumberedCycle, nextBillingDate: string) => ({ cycle, from, until, nextBillingDate });

/** Up to the day on which the subscription ends, where that is known, and without the days of its pauses. */
function stretchOf(billable: Billable, { cycle: number, ...cycle }: NumberedCycle): InvoicedStretch {
  const given: CycleGiven = { cycle, isShared: number === 1 && billable.prorateFirstInvoice, pauses: billable.pauses };
  const days: Days = daysOf(billable, cycle);
  return { number, ...days, share: shareOf(given, days), shareFrom: (from) => shareOf(given, { ...days, from }) };
}
