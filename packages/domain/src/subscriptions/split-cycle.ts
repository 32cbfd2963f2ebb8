import { addDays, earlierDay, laterDay, toCivilDay } from '../billing/civil-day.ts';
import { calculateShare, type DayRange } from '../billing/count-service-days.ts';
import { type CyclePattern, calculateCycle, findCycleNumber } from '../billing/cycle.ts';
import { formatAmount, sumCents } from '../billing/money.ts';
import { isDiscountActive, priceProduct } from '../billing/price-product.ts';
import type { PricedProduct } from '../billing/priced.ts';
import type { Share } from '../billing/prorate.ts';
import { clipCycleToEnd } from './find-next-cycle.ts';
import type { LockedSubscription } from './lock-subscription.ts';

/** A part of the cycle under way, with its share of what a whole cycle costs. `until` is the day after the last. */
export interface PartOfCycle extends DayRange {
  readonly share: Share;
}

export interface SplitCycleInput {
  /** The day on which the product was added. */
  readonly addedOn: string;
  readonly pauses: readonly DayRange[];
}

/**
 * The days of the cycle under way that a product was given on, and those that are left up to the end of the cycle or of the
 * subscription's term, today among them.
 */
export function splitCycle(
  locked: LockedSubscription,
  { addedOn, pauses }: SplitCycleInput,
): { readonly elapsed: PartOfCycle; readonly remaining: PartOfCycle } {
  const cycle = calculateCycle(toCyclePattern(locked), locked.cycle);
  const { from, until } = clipCycleToEnd(locked, cycle);
  const boundary = earlierDay(until, laterDay(toCivilDay(locked.now), from));
  const terms = { cycle, isProrated: locked.cycle === 1 && locked.prorateFirstInvoice, pauses };
  const toPart = (days: DayRange): PartOfCycle => ({ ...days, share: calculateShare(terms, days) });
  return { elapsed: toPart({ from: earlierDay(boundary, laterDay(from, addedOn)), until: boundary }), remaining: toPart({ from: boundary, until }) };
}

/** A subscription that has begun, in the cycle that today is in: a later one than that under way where its invoices are late. */
export function advanceToToday(locked: LockedSubscription): LockedSubscription {
  const cycle = findCycleNumber(toCyclePattern(locked), toCivilDay(locked.now));
  if (cycle <= locked.cycle) return locked;
  const { from, until } = calculateCycle(toCyclePattern(locked), cycle);
  return { ...locked, cycle, cycleFrom: from, cycleUntil: until };
}

function toCyclePattern({ id, frequency, customPeriodDays, anchorDay, activatedOn }: LockedSubscription): CyclePattern {
  if (anchorDay === null || activatedOn === null) throw new Error(`subscription ${id} has no cycles`);
  return { frequency, customPeriodDays, anchorDay, startDay: activatedOn };
}

/** What a product costs for a part of a cycle, its discounts taken off; a SPOT product always costs the whole. */
export function calculateNetPrice({ content, discounts }: Pick<PricedProduct, 'content' | 'discounts'>, cycle: number, share: Share): string {
  const activeDiscounts = discounts.filter((discount) => isDiscountActive(discount, cycle));
  const price = priceProduct({ content, discounts: activeDiscounts }, content.recurrence === 'SPOT' ? { usedDays: 1, wholeDays: 1 } : share);
  return formatAmount(price.price - sumCents(price.discounts.map(({ deduction }) => deduction)));
}

/** The same part where it has a day, and else the day that it would begin with: no charge is for no days. */
export const toChargePeriod = ({ from, until }: PartOfCycle) => ({ periodFrom: from, periodUntil: until > from ? until : addDays(from, 1) });
