import { calculatePercentage, sumCents, toCents } from './money.ts';
import type { PricedDiscount, PricedProduct } from './priced.ts';
import { prorateCents, type Share } from './prorate.ts';

export interface ProductPrice {
  /** In cents: the product's own price plus those of its components. */
  readonly price: bigint;
  /** The deduction of each discount, in order. No discount deducts more than remains. */
  readonly discounts: readonly { readonly discount: PricedDiscount; readonly deduction: bigint }[];
}

/**
 * Calculates the price of a product for a share of a cycle. Each discount applies to the amount that the previous ones
 * left.
 */
export function priceProduct(
  { content, discounts }: Pick<PricedProduct, 'content' | 'discounts'>,
  share: Share,
): ProductPrice {
  const wholePrice = toCents(content.price) + sumCents(content.components.map(({ price }) => toCents(price)));
  const remainingByComponent = new Map(content.components.map(({ id, price }) => [id, toCents(price)]));
  const price = prorateCents(wholePrice, share);
  let [remaining, remainingInShare] = [wholePrice, price];
  const deductions = discounts.map((discount) => {
    const deduction = calculateDeduction(discount, findDiscountBase(discount, remaining, remainingByComponent));
    remaining -= deduction;
    if (discount.componentId !== null)
      remainingByComponent.set(
        discount.componentId,
        (remainingByComponent.get(discount.componentId) ?? 0n) - deduction,
      );
    // The remaining amount is prorated, not the deduction, so that the remaining amounts of all parts add up to the
    // whole.
    const remainingAfter = minimum(prorateCents(remaining, share), remainingInShare);
    const deductionInShare = remainingInShare - remainingAfter;
    remainingInShare = remainingAfter;
    return { discount, deduction: deductionInShare };
  });
  return { price, discounts: deductions };
}

/** Whether a discount applies to a cycle. Its duration counts all cycles from its first, invoiced or not. */
export function isDiscountActive({ fromCycle, durationInCycles }: PricedDiscount, cycle: number): boolean {
  return fromCycle <= cycle && (durationInCycles === null || cycle < fromCycle + durationInCycles);
}

/** The amount that a discount applies to. It is zero for a component that is unknown or already fully discounted. */
function findDiscountBase(
  { scope, componentId }: PricedDiscount,
  remaining: bigint,
  remainingByComponent: ReadonlyMap<string, bigint>,
): bigint {
  return scope === 'COMPONENT' ? minimum(remaining, remainingByComponent.get(componentId ?? '') ?? 0n) : remaining;
}

function calculateDeduction({ valueType, amount }: PricedDiscount, base: bigint): bigint {
  return valueType === 'PERCENTAGE' ? calculatePercentage(base, amount) : minimum(base, toCents(amount));
}

const minimum = (one: bigint, other: bigint) => (one < other ? one : other);
