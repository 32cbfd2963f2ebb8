import type { CatalogProduct } from '@linework/schemas/catalog/product';
import type { Share } from './prorate.ts';

/** The facts of a discount that the price depends on. */
export interface PricedDiscount {
  /** Id of the discount within the subscription. */
  readonly id: string;
  readonly discountId: string;
  readonly name: string;
  readonly scope: 'OFFER' | 'PRODUCT' | 'COMPONENT';
  readonly componentId: string | null;
  readonly valueType: 'AMOUNT' | 'PERCENTAGE';
  readonly amount: string;
  /** The first cycle of the discount and the number of cycles; null means no end. */
  readonly fromCycle: number;
  readonly durationInCycles: number | null;
}

export interface PricedProduct {
  /** Id of the product within the subscription. */
  readonly id: string;
  readonly productId: string;
  readonly content: Pick<CatalogProduct, 'name' | 'price' | 'recurrence'> & {
    readonly components: readonly Pick<CatalogProduct['components'][number], 'id' | 'price'>[];
  };
  /** The first cycle with the product, and the first without it. */
  readonly fromCycle: number;
  readonly untilCycle: number | null;
  /** Only if the product was added within the cycle: its first day and its share of a whole cycle. */
  readonly part?: { readonly from: string; readonly share: Share } | undefined;
  /** In the order of redemption, which is the order of deduction. */
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

/** One line of an invoice. Days are YYYY-MM-DD; `periodUntil` is exclusive. */
export interface PricedLine {
  readonly kind: 'PRODUCT' | 'DISCOUNT' | 'CHARGE';
  readonly description: string;
  readonly subscriptionProductId: string;
  readonly productId: string;
  readonly discountId: string | null;
  readonly componentId: string | null;
  /** Negative for discounts and credits. */
  readonly amount: string;
  readonly periodFrom: string;
  readonly periodUntil: string;
}
