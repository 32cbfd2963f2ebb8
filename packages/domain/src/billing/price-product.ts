import { centsOf, percentOf, sumOf } from './money.ts';
import type { PricedDiscount, PricedProduct } from './priced.ts';
import { prorateCents, type Share } from './prorate.ts';

export interface ProductPrice {
  /** In cents, its own and that of its components. */
  readonly price: bigint;
  /** What each discount takes off, in their order; none takes more than there is. */
  readonly discounts: readonly { readonly discount: PricedDiscount; readonly takes: bigint }[];
}

/** What a product costs for a share of a cycle. Its discounts are taken off one after the other, each on what those before it left. */
export function priceProduct({ content, discounts }: Pick<PricedProduct, 'content' | 'discounts'>, share: Share): ProductPrice {
  const wholePrice = centsOf(content.price) + sumOf(content.components.map(({ price }) => centsOf(price)));
  const leftOf = new Map(content.components.map(({ id, price }) => [id, centsOf(price)]));
  const price = prorateCents(wholePrice, share);
  let [left, leftInShare] = [wholePrice, price];
  const taken = discounts.map((discount) => {
    const takes = takenBy(discount, baseOf(discount, left, leftOf));
    left -= takes;
    if (discount.componentId !== null) leftOf.set(discount.componentId, (leftOf.get(discount.componentId) ?? 0n) - takes);
    // What is left is shared out, and not what is taken off, so that the parts of what is left add up too.
    const after = least(prorateCents(left, share), leftInShare);
    const takesInShare = leftInShare - after;
    leftInShare = after;
    return { discount, takes: takesInShare };
  });
  return { price, discounts: taken };
}

/** Whether a discount is given in a cycle: it ends by the number of cycles from its first, whether or not they were invoiced. */
export function isGivenIn({ fromCycle, durationInCycles }: PricedDiscount, cycle: number): boolean {
  return fromCycle <= cycle && (durationInCycles === null || cycle < fromCycle + durationInCycles);
}

/** What a discount is on. A component that is not there, or was taken off already, leaves nothing. */
function baseOf({ scope, componentId }: PricedDiscount, left: bigint, leftOf: ReadonlyMap<string, bigint>): bigint {
  return scope === 'COMPONENT' ? least(left, leftOf.get(componentId ?? '') ?? 0n) : left;
}

function takenBy({ valueType, amount }: PricedDiscount, base: bigint): bigint {
  return valueType === 'PERCENTAGE' ? percentOf(base, amount) : least(base, centsOf(amount));
}

const least = (one: bigint, other: bigint) => (one < other ? one : other);
