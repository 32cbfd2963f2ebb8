import type { Catalog } from '@linework/catalog/catalog';
import { unprocessableRequest } from '@linework/problem-details/make-problem';
import type { OfferVersion } from '@linework/schemas/catalog/offer-version';
import type { CatalogProduct } from '@linework/schemas/catalog/product';

export interface VersionCriteria {
  readonly brokerId: string;
  readonly offerId?: string | undefined;
  readonly offerVersionId?: string | undefined;
  readonly now: Date;
}

/**
 * Finds the offer version to subscribe to: the requested one, or the newest valid version of the offer. Raises 422
 * `unknown-offer` and `offer-not-valid`, and the catalogue's error when it is unavailable.
 */
export async function chooseVersion(
  catalog: Catalog,
  { brokerId, offerId, offerVersionId, now }: VersionCriteria,
): Promise<OfferVersion> {
  const version =
    offerVersionId === undefined
      ? await catalog.findCurrentVersion({ brokerId, offerId: offerId ?? '' })
      : await catalog.findOfferVersion({ brokerId, offerVersionId });
  // The catalogue can be another system's, so the broker is checked here as well.
  if (!version || version.brokerId !== brokerId)
    throw unprocessableRequest('The offer does not exist or has no valid version.', { code: 'unknown-offer' });
  const { validFrom, validUntil } = version;
  if (new Date(validFrom) > now || (validUntil !== undefined && new Date(validUntil) <= now)) {
    throw unprocessableRequest('This version of the offer is not valid now.', { code: 'offer-not-valid' });
  }
  return version;
}

/** The requested products of a version, or all recurring ones if none are named. Raises 422 `unknown-product`. */
export function chooseProducts(
  { products }: OfferVersion,
  productIds: readonly string[] | undefined,
): readonly CatalogProduct[] {
  if (productIds === undefined) return products.filter(({ recurrence }) => recurrence === 'RECURRING');
  const requestedIds = [...new Set(productIds)];
  const found = requestedIds.flatMap((productId) => products.find(({ id }) => id === productId) ?? []);
  const unknown = requestedIds.filter((productId) => !found.some(({ id }) => id === productId));
  if (unknown.length > 0)
    throw unprocessableRequest(`The offer has no product ${unknown.join(', ')}.`, {
      code: 'unknown-product',
      productIds: unknown,
    });
  return found;
}
