import { amountOf, centsOf, sumOf } from './money.ts';
import { isGivenIn, priceProduct } from './price-product.ts';
import type { PricedCharge, PricedLine, PricedProduct } from './priced.ts';
import type { Share } from './prorate.ts';

export interface CycleToPrice {
  /** From 1. */
  readonly number: number;
  /** The days that are invoiced; `until` is the one after the last. */
  readonly from: string;
  readonly until: string;
  /** Which share of a whole cycle they are. */
  readonly share: Share;
  readonly products: readonly PricedProduct[];
  /** What has come up since the last invoice. */
  readonly charges: readonly PricedCharge[];
}

export interface PricedCycle {
  readonly lines: readonly PricedLine[];
  /** The sum of the lines, never below "0.00". */
  readonly totalAmount: string;
  /** The discounts that were given, by their ids in the subscription. */
  readonly consumed: readonly string[];
  /** What was to be given back and is more than there was to pay: a charge for the next invoice, always negative. */
  readonly carried: Omit<PricedCharge, 'id'> | undefined;
}

/** What one cycle of a subscription comes to. */
export function priceCycle(cycle: CycleToPrice): PricedCycle {
  const products = cycle.products.filter((product) => isPartOf(product, cycle.number)).map((product) => linesOf(product, cycle));
  const lines = [...products.flatMap(({ lines }) => lines), ...cycle.charges.map(chargeLine)];
  const consumed = products.flatMap(({ consumed }) => consumed);
  const total = totalOf(lines);
  const credit = cycle.charges.findLast(({ amount }) => centsOf(amount) < 0n);
  if (total >= 0n || !credit) return { lines, totalAmount: amountOf(total), consumed, carried: undefined };
  const { subscriptionProductId, productId } = credit;
  const rest = { subscriptionProductId, productId, periodFrom: cycle.from, periodUntil: cycle.until };
  const carriedOver = chargeLine({ ...rest, description: 'Carried over to the next invoice', amount: amountOf(-total) });
  const carried = { ...rest, description: 'Carried over from the invoice before', amount: amountOf(total) };
  return { lines: [...lines, carriedOver], totalAmount: amountOf(0n), consumed, carried };
}

/** The sum of an invoice's lines, in cents. */
export function totalOf(lines: readonly Pick<PricedLine, 'amount'>[]): bigint {
  return sumOf(lines.map(({ amount }) => centsOf(amount)));
}

/** A SPOT product is charged once, in the first cycle that it is part of. */
function isPartOf({ fromCycle, untilCycle, content }: PricedProduct, number: number): boolean {
  if (content.recurrence === 'SPOT') return fromCycle === number;
  return fromCycle <= number && (untilCycle === null || number < untilCycle);
}

/** The line of a product and those of its discounts; none where no day was given. What is charged once is charged whole, however short the cycle. */
function linesOf(product: PricedProduct, { number, until, ...cycle }: CycleToPrice) {
  const { from, share } = product.part ?? cycle;
  const isOnce = product.content.recurrence === 'SPOT';
  if (!isOnce && share.usedDays === 0) return { lines: [], consumed: [] };
  const discounts = product.discounts.filter((discount) => isGivenIn(discount, number));
  const price = priceProduct({ ...product, discounts }, isOnce ? { usedDays: 1, wholeDays: 1 } : share);
  const of = { subscriptionProductId: product.id, productId: product.productId, periodFrom: from, periodUntil: until };
  const own: PricedLine = { ...of, kind: 'PRODUCT', description: product.content.name, discountId: null, componentId: null, amount: amountOf(price.price) };
  const taken = price.discounts
    .filter(({ takes }) => takes !== 0n)
    .map(({ discount: { discountId, componentId, name }, takes }): PricedLine => {
      return { ...of, kind: 'DISCOUNT', description: name, discountId, componentId, amount: amountOf(-takes) };
    });
  return { lines: [own, ...taken], consumed: discounts.map(({ id }) => id) };
}

function chargeLine({ description, subscriptionProductId, productId, amount, periodFrom, periodUntil }: Omit<PricedCharge, 'id'>): PricedLine {
  return { kind: 'CHARGE', description, subscriptionProductId, productId, discountId: null, componentId: null, amount, periodFrom, periodUntil };
}
