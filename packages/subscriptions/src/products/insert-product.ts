import type { Db } from '@linework/db/db';
import { isUniqueViolation } from '@linework/db/errors';
import { conflict } from '@linework/problem-details/make-problem';
import type { OfferDiscount, OfferVersion } from '@linework/schemas/catalog/offer-version';
import type { CatalogProduct } from '@linework/schemas/catalog/product';
import { v7 as newId } from 'uuid';

export interface ProductToAdd {
  readonly subscription: { readonly id: string; readonly brokerId: string };
  readonly version: OfferVersion;
  readonly product: CatalogProduct;
  readonly fromCycle: number;
  readonly chargedForCycle: number | null;
}

/**
 * Inserts a product of a subscription, with the offer's discounts that have not ended by its first cycle. Returns its
 * id. Raises conflict if the subscription already has the product.
 */
export async function insertProduct(
  tx: Db,
  { subscription, version, product, fromCycle, chargedForCycle }: ProductToAdd,
): Promise<string> {
  const id = newId();
  const { id: subscriptionId, brokerId } = subscription;
  const { id: productId, billingType } = product;
  await tx.prisma.subscriptionProduct
    .create({
      data: {
        id,
        subscriptionId,
        brokerId,
        productId,
        offerVersionId: version.id,
        billingType,
        content: product,
        fromCycle,
        chargedForCycle,
      },
    })
    .catch(rejectDuplicateProduct);
  const discounts = version.discounts.filter(
    (discount) => isDiscountFor(discount, product) && !hasDiscountEnded(discount, fromCycle),
  );
  await tx.prisma.subscriptionDiscount.createMany({ data: discounts.map((discount) => toDiscountRow(discount, id)) });
  return id;
}

function rejectDuplicateProduct(error: unknown): never {
  if (!isUniqueViolation(error, 'one_subscription_product_per_product')) throw error;
  throw conflict('The subscription already has this product.', { code: 'product-already-there' });
}

/**
 * An OFFER discount applies to every product of the offer, a COMPONENT discount to the products with that component.
 */
function isDiscountFor({ scope, productId, componentId }: OfferDiscount, { id, components }: CatalogProduct): boolean {
  if (scope === 'OFFER') return true;
  if (scope === 'PRODUCT') return productId === id;
  return (productId === undefined || productId === id) && components.some((component) => component.id === componentId);
}

const hasDiscountEnded = ({ fromCycle, durationInCycles }: OfferDiscount, cycle: number) =>
  durationInCycles !== undefined && fromCycle + durationInCycles <= cycle;

function toDiscountRow(
  {
    id: offerVersionDiscountId,
    discountId,
    name,
    scope,
    componentId,
    value,
    fromCycle,
    durationInCycles,
  }: OfferDiscount,
  productId: string,
) {
  const { type: valueType, amount } = value;
  return {
    id: newId(),
    subscriptionProductId: productId,
    discountId,
    offerVersionDiscountId,
    name,
    scope,
    componentId: scope === 'COMPONENT' ? (componentId ?? null) : null,
    valueType,
    amount,
    fromCycle,
    durationInCycles: durationInCycles ?? null,
  };
}
