import { calculatePercentage, sumCents, toCents } from './money.ts';
import type { PricedDiscount, PricedProduct } from './priced.ts';
import { prorateCents, type Share } from './prorate.ts';

export interface ProductPrice {
  /** In cents, its own and that of its components. */
  readonly price: bigint;
  /** What each discount takes off, in their order; none takes more than there is. */
  readonly discounts: readonly { readonly discount: PricedDiscount; readonly deduction: bigint }[];
}

/** What a product costs for a share of a cycle. Its discounts are taken off one after the other, each on what those before it left. */
export function priceProduct({ content, discounts }: Pick<PricedProduct, 'content' | 'discounts'>, share: Share): ProductPrice {
  const wholePrice = toCents(content.price) + sumCents(content.components.map(({ price }) => toCents(price)));
  const remainingByComponent = new Map(content.components.map(({ id, price }) => [id, toCents(price)]));
  const price = prorateCents(wholePrice, share);
  let [remaining, remainingInShare] = [wholePrice, price];
  const deductions = discounts.map((discount) => {
    const deduction = calculateDeduction(discount, findDiscountBase(discount, remaining, remainingByComponent));
    remaining -= deduction;
    if (discount.componentId !== null) remainingByComponent.set(discount.componentId, (remainingByComponent.get(discount.componentId) ?? 0n) - deduction);
    // What is left is shared out, and not what is taken off, so that the parts of what is left add up too.
    const remainingAfter = minimum(prorateCents(remaining, share), remainingInShare);
    const deductionInShare = remainingInShare - remainingAfter;
    remainingInShare = remainingAfter;
    return { discount, deduction: deductionInShare };
  });
  return { price, discounts: deductions };
}

/** Whether a discount is given in a cycle: it ends by the number of cycles from its first, whether or not they were invoiced. */
export function isDiscountActive({ fromCycle, durationInCycles }: PricedDiscount, cycle: number): boolean {
  return fromCycle <= cycle && (durationInCycles === null || cycle < fromCycle + durationInCycles);
}

/** What a discount is on. A component that is not there, or was taken off already, leaves nothing. */
function findDiscountBase({ scope, componentId }: PricedDiscount, remaining: bigint, remainingByComponent: ReadonlyMap<string, bigint>): bigint {
  return scope === 'COMPONENT' ? minimum(remaining, remainingByComponent.get(componentId ?? '') ?? 0n) : remaining;
}

function calculateDeduction({ valueType, amount }: PricedDiscount, base: bigint): bigint {
  return valueType === 'PERCENTAGE' ? calculatePercentage(base, amount) : minimum(base, toCents(amount));
}

const minimum = (one: bigint, other: bigint) => (one < other ? one : other);
