import { addDays, daysBetween, earlierOf } from '../billing/civil-day.ts';
import { type Cycle, cycleOf } from '../billing/cycle.ts';
import type { Share } from '../billing/prorate.ts';
import type { Billable } from '../subscriptions/claim-billable.ts';
import { cycleAfter, patternOf } from '../subscriptions/cycle-after.ts';

type NumberedCycle = Cycle & { readonly cycle: number };

export interface InvoicedStretch {
  readonly number: number;
  /** The days that are invoiced; `until` is the one after the last. */
  readonly from: string;
  readonly until: string;
  readonly share: Share;
}

export interface BillingPlan {
  /** Nothing where a PREPAID subscription has come to its end. */
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
  if (billable.billingType === 'PREPAID' && billable.nextBillingDate < billable.cycleUntil) {
    return { invoiced: stretchOf(billable, underWay), next: standing(underWay, underWay.until) };
  }
  const following = cycleAfter(billable);
  const invoiced = billable.billingType === 'POSTPAID' ? underWay : following;
  return { invoiced: invoiced && stretchOf(billable, invoiced), next: following && standing(following, following.until) };
}

const standing = ({ cycle, from, until }: NumberedCycle, nextBillingDate: string) => ({ cycle, from, until, nextBillingDate });

/** Up to the day on which the subscription ends, where that is known; the day itself is not charged, but one day always is. */
function stretchOf({ endDay, prorateFirstInvoice }: Billable, { cycle, from, until, wholeDays }: NumberedCycle): InvoicedStretch {
  const last = endDay === null ? until : earlierOf(until, endDay > from ? endDay : addDays(from, 1));
  const [wholly, used] = [daysBetween(from, until), daysBetween(from, last)];
  // A short first cycle is charged like a whole one unless it was agreed otherwise.
  const isShare = cycle === 1 && prorateFirstInvoice;
  const share = isShare ? { usedDays: used, wholeDays, daysBefore: wholeDays - wholly } : { usedDays: used, wholeDays: wholly };
  return { number: cycle, from, until: last, share };
}
