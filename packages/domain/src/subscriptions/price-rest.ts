import { addDays, civilDay, earlierOf, laterOf } from '../billing/civil-day.ts';
import { type CyclePattern, cycleOf, cycleOn } from '../billing/cycle.ts';
import { type Days, shareOf } from '../billing/days-given.ts';
import { amountOf, sumOf } from '../billing/money.ts';
import { isGivenIn, priceProduct } from '../billing/price-product.ts';
import type { PricedProduct } from '../billing/priced.ts';
import type { Share } from '../billing/prorate.ts';
import { daysOf } from './cycle-after.ts';
import type { HeldSubscription } from './lock-subscription.ts';

/** A part of the cycle under way, with its share of what a whole cycle costs. `until` is the day after the last. */
export interface PartOfCycle extends Days {
  readonly share: Share;
}

export interface TimeInCycle {
  /** The day on which the product was added. */
  readonly addedOn: string;
  readonly pauses: readonly Days[];
}

/**
 * The days of the cycle under way that a product was given on, and those that are left up to the end of the cycle or of the
 * subscription's term, today among them.
 */
export function partsOfCycle(held: HeldSubscription, { addedOn, pauses }: TimeInCycle): { readonly gone: PartOfCycle; readonly left: PartOfCycle } {
  const cycle = cycleOf(patternOf(held), held.cycle);
  const { from, until } = daysOf(held, cycle);
  const turn = earlierOf(until, laterOf(civilDay(held.now), from));
  const given = { cycle, isShared: held.cycle === 1 && held.prorateFirstInvoice, pauses };
  const part = (days: Days): PartOfCycle => ({ ...days, share: shareOf(given, days) });
  return { gone: part({ from: earlierOf(turn, laterOf(from, addedOn)), until: turn }), left: part({ from: turn, until }) };
}

/** A subscription that has begun, in the cycle that today is in: a later one than that under way where its invoices are late. */
export function asOfToday(held: HeldSubscription): HeldSubscription {
  const cycle = cycleOn(patternOf(held), civilDay(held.now));
  if (cycle <= held.cycle) return held;
  const { from, until } = cycleOf(patternOf(held), cycle);
  return { ...held, cycle, cycleFrom: from, cycleUntil: until };
}

function patternOf({ id, frequency, customPeriodDays, anchorDay, activatedOn }: HeldSubscription): CyclePattern {
  if (anchorDay === null || activatedOn === null) throw new Error(`subscription ${id} has no cycles`);
  return { frequency, customPeriodDays, anchorDay, startDay: activatedOn };
}

/** What a product costs for a part of a cycle, its discounts taken off; a SPOT product always costs the whole. */
export function netPrice({ content, discounts }: Pick<PricedProduct, 'content' | 'discounts'>, cycle: number, share: Share): string {
  const given = discounts.filter((discount) => isGivenIn(discount, cycle));
  const price = priceProduct({ content, discounts: given }, content.recurrence === 'SPOT' ? { usedDays: 1, wholeDays: 1 } : share);
  return amountOf(price.price - sumOf(price.discounts.map(({ takes }) => takes)));
}

/** The same part where it has a day, and else the day that it would begin with: no charge is for no days. */
export const withADay = ({ from, until }: PartOfCycle) => ({ periodFrom: from, periodUntil: until > from ? until : addDays(from, 1) });
