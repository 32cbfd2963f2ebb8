import type { CatalogProduct } from '@linework/schemas/catalog/product';
import type { Share } from './prorate.ts';

/** What of a discount its price depends on. */
export interface PricedDiscount {
  /** That of the discount in the subscription. */
  readonly id: string;
  readonly discountId: string;
  readonly name: string;
  readonly scope: 'OFFER' | 'PRODUCT' | 'COMPONENT';
  readonly componentId: string | null;
  readonly valueType: 'AMOUNT' | 'PERCENTAGE';
  readonly amount: string;
  /** The first cycle it is given in, and in how many from there; for good where that is null. */
  readonly fromCycle: number;
  readonly durationInCycles: number | null;
}

export interface PricedProduct {
  /** That of the product in the subscription. */
  readonly id: string;
  readonly productId: string;
  readonly content: Pick<CatalogProduct, 'name' | 'price' | 'recurrence'> & {
    readonly components: readonly Pick<CatalogProduct['components'][number], 'id' | 'price'>[];
  };
  /** The first cycle that it is part of, and the first that it is not part of any more. */
  readonly fromCycle: number;
  readonly untilCycle: number | null;
  /** Where it is given in a part of the cycle only: its first day, and its share of a whole cycle. */
  readonly part?: { readonly from: string; readonly share: Share } | undefined;
  /** In the order in which they were redeemed, which is the order in which they are taken off. */
  readonly discounts: readonly PricedDiscount[];
}

export interface PricedCharge {
  readonly id: string;
  readonly subscriptionProductId: string;
  readonly productId: string;
  readonly description: string;
  readonly amount: string;
  readonly periodFrom: string;
  readonly periodUntil: string;
}

/** One line of an invoice. Days are YYYY-MM-DD, `periodUntil` the one after the last. */
export interface PricedLine {
  readonly kind: 'PRODUCT' | 'DISCOUNT' | 'CHARGE';
  readonly description: string;
  readonly subscriptionProductId: string;
  readonly productId: string;
  readonly discountId: string | null;
  readonly componentId: string | null;
  /** Negative for what is taken off. */
  readonly amount: string;
  readonly periodFrom: string;
  readonly periodUntil: string;
}
