import { addDays, civilDay, daysBetween, earlierOf } from '../billing/civil-day.ts';
import { cycleOf } from '../billing/cycle.ts';
import { amountOf, sumOf } from '../billing/money.ts';
import { isGivenIn, priceProduct } from '../billing/price-product.ts';
import type { PricedProduct } from '../billing/priced.ts';
import type { Share } from '../billing/prorate.ts';
import type { HeldSubscription } from './lock-subscription.ts';

/** A part of the cycle under way, with its share of what a whole cycle costs. `until` is the day after the last. */
export interface PartOfCycle {
  readonly from: string;
  readonly until: string;
  readonly share: Share;
}

/** The days of the cycle under way that have gone by, and those that are left, today among them. */
export function partsOfCycle(held: HeldSubscription): { readonly gone: PartOfCycle; readonly left: PartOfCycle } {
  const { frequency, customPeriodDays, anchorDay, activatedOn, cycle, prorateFirstInvoice, now } = held;
  if (anchorDay === null || activatedOn === null) throw new Error(`subscription ${held.id} has no cycles`);
  const { from, until, wholeDays } = cycleOf({ frequency, customPeriodDays, anchorDay, startDay: activatedOn }, cycle);
  const today = civilDay(now);
  const turn = earlierOf(until, today < from ? from : today);
  const length = daysBetween(from, until);
  // A short first cycle is charged like a whole one unless it was agreed otherwise.
  const whole = cycle === 1 && prorateFirstInvoice ? wholeDays : length;
  const share = (first: string, end: string): Share => ({
    usedDays: daysBetween(first, end),
    wholeDays: whole,
    daysBefore: whole - length + daysBetween(from, first),
  });
  return { gone: { from, until: turn, share: share(from, turn) }, left: { from: turn, until, share: share(turn, until) } };
}

/** What a product costs for a part of a cycle, its discounts taken off; a SPOT product always costs the whole. */
export function netPrice({ content, discounts }: Pick<PricedProduct, 'content' | 'discounts'>, cycle: number, share: Share): string {
  const given = discounts.filter((discount) => isGivenIn(discount, cycle));
  const price = priceProduct({ content, discounts: given }, content.recurrence === 'SPOT' ? { usedDays: 1, wholeDays: 1 } : share);
  return amountOf(price.price - sumOf(price.discounts.map(({ takes }) => takes)));
}

/** The same part where it has a day, and else the day that it would begin with: no charge is for no days. */
export const withADay = ({ from, until }: PartOfCycle) => ({ periodFrom: from, periodUntil: until > from ? until : addDays(from, 1) });
