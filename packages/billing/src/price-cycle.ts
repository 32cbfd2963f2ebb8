import { formatAmount, sumCents, toCents } from './money.ts';
import { isDiscountActive, type OfferAmounts, priceProduct } from './price-product.ts';
import type { PricedCharge, PricedLine, PricedProduct } from './priced.ts';
import type { Share } from './prorate.ts';

export interface CycleToPrice {
  /** Starts at 1. */
  readonly number: number;
  /** The days that are invoiced; `until` is exclusive. */
  readonly from: string;
  readonly until: string;
  /** Their share of a whole cycle. */
  readonly share: Share;
  readonly products: readonly PricedProduct[];
  /** Charges since the last invoice. */
  readonly charges: readonly PricedCharge[];
}

export interface PricedCycle {
  readonly lines: readonly PricedLine[];
  /** The sum of the lines, never below "0.00". */
  readonly totalAmount: string;
  /** Ids of the subscription's discounts that were applied. */
  readonly consumed: readonly string[];
  /** The part of a credit that exceeds the amount to pay: a charge for the next invoice, always negative. */
  readonly carried: Omit<PricedCharge, 'id'> | undefined;
}

/** Calculates the invoice lines and the total of one cycle of a subscription. */
export function priceCycle(cycle: CycleToPrice): PricedCycle {
  const offerAmounts: OfferAmounts = new Map();
  const products = cycle.products
    .filter((product) => isInCycle(product, cycle.number))
    .map((product) => buildLines(product, cycle, offerAmounts));
  const lines = [...products.flatMap(({ lines }) => lines), ...cycle.charges.map(toChargeLine)];
  const consumed = products.flatMap(({ consumed }) => consumed);
  const total = sumLines(lines);
  const credit = cycle.charges.findLast(({ amount }) => toCents(amount) < 0n);
  if (total >= 0n || !credit) return { lines, totalAmount: formatAmount(total), consumed, carried: undefined };
  const { subscriptionProductId, productId } = credit;
  const common = { subscriptionProductId, productId, periodFrom: cycle.from, periodUntil: cycle.until };
  const carriedOver = toChargeLine({
    ...common,
    description: 'Carried over to the next invoice',
    amount: formatAmount(-total),
  });
  const carried = { ...common, description: 'Carried over from the previous invoice', amount: formatAmount(total) };
  return { lines: [...lines, carriedOver], totalAmount: formatAmount(0n), consumed, carried };
}

/** The sum of an invoice's lines, in cents. */
export function sumLines(lines: readonly Pick<PricedLine, 'amount'>[]): bigint {
  return sumCents(lines.map(({ amount }) => toCents(amount)));
}

/** A SPOT product is charged once, in its first cycle. */
export function isInCycle({ fromCycle, untilCycle, content }: PricedProduct, number: number): boolean {
  if (content.recurrence === 'SPOT') return fromCycle === number;
  return fromCycle <= number && (untilCycle === null || number < untilCycle);
}

/**
 * Builds the line of a product and those of its discounts; none without service days. A SPOT product is charged in full
 * however short the cycle is.
 */
function buildLines(product: PricedProduct, { number, until, ...cycle }: CycleToPrice, offerAmounts: OfferAmounts) {
  const { from, share } = product.part ?? cycle;
  const isOneTime = product.content.recurrence === 'SPOT';
  if (!isOneTime && share.usedDays === 0) return { lines: [], consumed: [] };
  const discounts = product.discounts.filter((discount) => isDiscountActive(discount, number));
  const charged = isOneTime ? { usedDays: 1, wholeDays: 1 } : share;
  const price = priceProduct({ ...product, discounts }, charged, offerAmounts);
  const common = {
    subscriptionProductId: product.id,
    productId: product.productId,
    periodFrom: from,
    periodUntil: until,
  };
  const productLine: PricedLine = {
    ...common,
    kind: 'PRODUCT',
    description: product.content.name,
    discountId: null,
    componentId: null,
    amount: formatAmount(price.price),
  };
  const discountLines = price.discounts
    .filter(({ deduction }) => deduction !== 0n)
    .map(({ discount: { discountId, componentId, name }, deduction }): PricedLine => {
      return {
        ...common,
        kind: 'DISCOUNT',
        description: name,
        discountId,
        componentId,
        amount: formatAmount(-deduction),
      };
    });
  return { lines: [productLine, ...discountLines], consumed: discounts.map(({ id }) => id) };
}

function toChargeLine({
  description,
  subscriptionProductId,
  productId,
  amount,
  periodFrom,
  periodUntil,
}: Omit<PricedCharge, 'id'>): PricedLine {
  return {
    kind: 'CHARGE',
    description,
    subscriptionProductId,
    productId,
    discountId: null,
    componentId: null,
    amount,
    periodFrom,
    periodUntil,
  };
}
