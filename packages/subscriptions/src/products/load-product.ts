import type { PricedProduct } from '@linework/billing/priced';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { addedOnSql, discountsSql } from '../cycles/load-billing-items.ts';
import type { ProductInOrder } from '../cycles/split-cycle.ts';

/** A product of a subscription with the facts that its price depends on. */
export type SubscribedProduct = ProductInOrder & { readonly chargedForCycle: number | null; readonly addedOn: string };

/** In the order of an invoice. */
const loadStatement = statement(
  'load-subscribed-products',
  { subscriptionId: 'uuid' },
  `SELECT p.id, p.product_id AS "productId", p.content, p.from_cycle AS "fromCycle",
    p.until_cycle AS "untilCycle", p.charged_for_cycle AS "chargedForCycle",
    ${addedOnSql} AS "addedOn", ${discountsSql} AS discounts
  FROM subscription_product p
  WHERE p.subscription_id = :subscriptionId
    AND p.removed_at IS NULL
  ORDER BY p.added_at, p.id`,
).returns<Pick<PricedProduct, 'content' | 'discounts'>>();

/** Loads a product by its id within the subscription; undefined if it does not exist or was removed. */
export async function loadProduct(
  tx: Pick<Db, 'query'>,
  subscriptionId: string,
  id: string,
): Promise<SubscribedProduct | undefined> {
  const products = await tx.query(loadStatement, { subscriptionId });
  const at = products.findIndex((product) => product.id === id);
  const product = products[at];
  return product && { ...product, earlier: products.slice(0, at) };
}
