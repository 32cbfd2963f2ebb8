import type { NewOfferVersion } from '@linework/schemas/catalog/new-offer-version';
import type { OfferVersionContent } from '@linework/schemas/catalog/offer-version';
import { v7 as newId } from 'uuid';

/** Builds the content of a version. Items without an id get a new one. */
export function buildVersionContent({
  products,
  discounts,
  onLastLineEnded,
}: Pick<NewOfferVersion, 'products' | 'discounts' | 'onLastLineEnded'>): OfferVersionContent {
  return {
    products: products.map(({ id = newId(), components, ...product }) => ({
      id,
      ...product,
      components: components.map(({ id: componentId = newId(), ...component }) => ({ id: componentId, ...component })),
    })),
    discounts: discounts.map(({ id = newId(), discountId = newId(), ...discount }) => ({
      id,
      discountId,
      ...discount,
    })),
    onLastLineEnded,
  };
}
