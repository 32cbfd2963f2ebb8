import { addDays, earlierDay, laterDay, toCivilDay } from '@linework/billing/civil-day';
import { calculateShare, type DayRange } from '@linework/billing/count-service-days';
import { type CyclePattern, calculateCycle, findCycleNumber } from '@linework/billing/cycle';
import { formatAmount, sumCents } from '@linework/billing/money';
import { isInCycle } from '@linework/billing/price-cycle';
import { isDiscountActive, type OfferAmounts, priceProduct } from '@linework/billing/price-product';
import type { PricedProduct } from '@linework/billing/priced';
import type { Share } from '@linework/billing/prorate';
import type { LockedSubscription } from '../lock-subscription.ts';
import { clipCycleToEnd } from './find-next-cycle.ts';

/** A part of the current cycle and its share of the cycle's price. `until` is exclusive. */
export interface PartOfCycle extends DayRange {
  readonly share: Share;
}

export interface SplitCycleInput {
  /** The day on which the product was added. */
  readonly addedOn: string;
  readonly pauses: readonly DayRange[];
}

/**
 * Splits the current cycle at today: the elapsed days with the product, and the remaining days up to the end of the
 * cycle or of the subscription's term. Today belongs to the remaining days.
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
  return {
    elapsed: toPart({ from: earlierDay(boundary, laterDay(from, addedOn)), until: boundary }),
    remaining: toPart({ from: boundary, until }),
  };
}

/**
 * The subscription in today's cycle, which is later than its current one if its invoices are late. It must have begun.
 */
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

/** A product, and those before it in its subscription, which take an offer's discount by amount first. */
export interface ProductInOrder extends PricedProduct {
  readonly earlier: readonly PricedProduct[];
}

/** The price of a product for a part of a cycle after its discounts. A SPOT product always costs its full price. */
export function calculateNetPrice(product: ProductInOrder, cycle: number, share: Share): string {
  const offerAmounts: OfferAmounts = new Map();
  const priceOf = ({ content, discounts }: PricedProduct) => {
    const activeDiscounts = discounts.filter((discount) => isDiscountActive(discount, cycle));
    const charged = content.recurrence === 'SPOT' ? { usedDays: 1, wholeDays: 1 } : share;
    return priceProduct({ content, discounts: activeDiscounts }, charged, offerAmounts);
  };
  for (const earlier of product.earlier) if (isInCycle(earlier, cycle)) priceOf(earlier);
  const { price, discounts } = priceOf(product);
  return formatAmount(price - sumCents(discounts.map(({ deduction }) => deduction)));
}

/** The period of a charge. A part without days gets its first day, because a charge must have at least one day. */
export const toChargePeriod = ({ from, until }: PartOfCycle) => ({
  periodFrom: from,
  periodUntil: until > from ? until : addDays(from, 1),
});
