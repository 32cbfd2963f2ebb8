import type { DayRange } from '@linework/billing/count-service-days';
import { dayInSql } from '@linework/billing/day-in-sql';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { CatalogProduct } from '@linework/schemas/catalog/product';
import { loadPauses } from '../pauses/pauses.ts';

interface BilledDiscount {
  readonly id: string;
  readonly discountId: string;
  readonly name: string;
  readonly scope: 'OFFER' | 'PRODUCT' | 'COMPONENT';
  readonly componentId: string | null;
  readonly valueType: 'AMOUNT' | 'PERCENTAGE';
  /** Decimal: an amount in BRL or a percentage. */
  readonly amount: string;
  readonly fromCycle: number;
  readonly durationInCycles: number | null;
}

export interface BilledProduct {
  /** Id of the product within the subscription. */
  readonly id: string;
  readonly productId: string;
  readonly content: CatalogProduct;
  readonly billingType: CatalogProduct['billingType'];
  /** The first cycle that is charged on an invoice line, and the first that no longer is. */
  readonly fromCycle: number;
  readonly untilCycle: number | null;
  /** The day on which it was added. */
  readonly addedOn: string;
  /** In the order of redemption. */
  readonly discounts: readonly BilledDiscount[];
}

export interface BilledCharge {
  readonly id: string;
  readonly subscriptionProductId: string;
  readonly productId: string;
  readonly description: string;
  /** Decimal with two places; negative for a credit. */
  readonly amount: string;
  readonly periodFrom: string;
  readonly periodUntil: string;
}

/** The day on which a product `p` was added. */
export const addedOnSql = `${dayInSql('p.added_at')}::text`;

/** The discounts of a product `p`, as `BilledDiscount`s. */
export const discountsSql = `coalesce((
  SELECT json_agg(json_build_object('id', d.id, 'discountId', d.discount_id, 'name', d.name, 'scope', d.scope,
    'componentId', d.component_id, 'valueType', d.value_type, 'amount', d.amount::text, 'fromCycle', d.from_cycle,
    'durationInCycles', d.duration_in_cycles) ORDER BY d.redeemed_at, d.id)
  FROM subscription_discount d
  WHERE d.subscription_product_id = p.id), '[]')`;

/**
 * A product added to an invoiced cycle was charged separately for the remaining days. A SPOT product always was, and
 * only once.
 */
const productsStatement = statement(
  'load-billing-products',
  { subscriptionIds: 'uuid[]' },
  `SELECT p.subscription_id AS "subscriptionId", p.id, p.product_id AS "productId", p.content,
     p.billing_type AS "billingType",
    coalesce(p.charged_for_cycle + 1, p.from_cycle) AS "fromCycle", p.until_cycle AS "untilCycle",
    ${addedOnSql} AS "addedOn", ${discountsSql} AS discounts
  FROM subscription_product p JOIN subscription s ON s.id = p.subscription_id
  WHERE p.subscription_id = ANY(:subscriptionIds) AND coalesce(p.until_cycle > s.cycle, true)
    AND NOT (p.charged_for_cycle IS NOT NULL AND p.content ->> 'recurrence' = 'SPOT')
  ORDER BY p.added_at, p.id`,
).returns<{
  readonly content: CatalogProduct;
  readonly billingType: CatalogProduct['billingType'];
  readonly discounts: readonly BilledDiscount[];
}>();

const chargesStatement = statement(
  'load-billing-charges',
  { subscriptionIds: 'uuid[]' },
  `SELECT subscription_id AS "subscriptionId", id, subscription_product_id AS "subscriptionProductId",
     product_id AS "productId", description,
    amount::text AS amount, period_from::text AS "periodFrom", period_until::text AS "periodUntil"
  FROM subscription_charge
  WHERE subscription_id = ANY(:subscriptionIds) AND invoice_id IS NULL
  ORDER BY created_at, id`,
);

interface BillingItems {
  readonly products: readonly BilledProduct[];
  readonly charges: readonly BilledCharge[];
  readonly pauses: readonly DayRange[];
}

/** Loads the products, charges and pauses for the next invoice of each of these subscriptions. */
export async function loadBillingItems(
  tx: Pick<Db, 'query'>,
  subscriptionIds: readonly string[],
): Promise<(id: string) => BillingItems> {
  const products = await tx.query(productsStatement, { subscriptionIds });
  const charges = await tx.query(chargesStatement, { subscriptionIds });
  const pauses = await loadPauses(tx, subscriptionIds);
  return (id) => ({
    products: products.filter(({ subscriptionId }) => subscriptionId === id),
    charges: charges.filter(({ subscriptionId }) => subscriptionId === id),
    pauses: pauses.filter(({ subscriptionId }) => subscriptionId === id),
  });
}
