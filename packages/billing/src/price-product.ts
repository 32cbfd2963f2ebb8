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
 * What is left in a cycle of each discount of an offer by amount, by its `discountId`, in cents. Such a discount is
 * taken once: the first product takes it, and the next ones what its price did not use.
 */
export type OfferAmounts = Map<string, bigint>;

/**
 * Calculates the price of a product for a share of a cycle. Each discount applies to the amount that the previous ones
 * left. The products of a subscription share `offerAmounts`, in their order.
 */
export function priceProduct(
  { content, discounts }: Pick<PricedProduct, 'content' | 'discounts'>,
  share: Share,
  offerAmounts: OfferAmounts = new Map(),
): ProductPrice {
  const wholePrice = toCents(content.price) + sumCents(content.components.map(({ price }) => toCents(price)));
  const remainingByComponent = new Map(content.components.map(({ id, price }) => [id, toCents(price)]));
  const price = prorateCents(wholePrice, share);
  let [remaining, remainingInShare] = [wholePrice, price];
  const deductions = discounts.map((discount) => {
    const base = findDiscountBase(discount, remaining, remainingByComponent);
    const deduction = calculateDeduction(discount, base, offerAmounts);
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

function calculateDeduction(
  { valueType, amount, scope, discountId }: PricedDiscount,
  base: bigint,
  offerAmounts: OfferAmounts,
): bigint {
  if (valueType === 'PERCENTAGE') return calculatePercentage(base, amount);
  if (scope !== 'OFFER') return minimum(base, toCents(amount));
  const available = offerAmounts.get(discountId) ?? toCents(amount);
  const deduction = minimum(base, available);
  offerAmounts.set(discountId, available - deduction);
  return deduction;
}

const minimum = (one: bigint, other: bigint) => (one < other ? one : other);
