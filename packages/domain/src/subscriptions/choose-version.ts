import { unprocessableRequest } from '@linework/problem-details/make-problem';
import type { OfferVersion } from '@linework/schemas/catalog/offer-version';
import type { CatalogProduct } from '@linework/schemas/catalog/product';
import type { Catalog } from '../catalog/catalog.ts';

export interface VersionCriteria {
  readonly brokerId: string;
  readonly offerId?: string | undefined;
  readonly offerVersionId?: string | undefined;
  readonly now: Date;
}

/**
 * The version of an offer that may be subscribed to now: the one named, or the offer's newest that is valid. Raises 422
 * `unknown-offer` and `offer-not-valid`, and what the catalogue raises when it is down.
 */
export async function chooseVersion(catalog: Catalog, { brokerId, offerId, offerVersionId, now }: VersionCriteria): Promise<OfferVersion> {
  const version =
    offerVersionId === undefined
      ? await catalog.findCurrentVersion({ brokerId, offerId: offerId ?? '' })
      : await catalog.findOfferVersion({ brokerId, offerVersionId });
  // A catalogue that is somebody else's is not trusted to keep brokers apart.
  if (!version || version.brokerId !== brokerId)
    throw unprocessableRequest('There is no such offer, or no version of it that is valid.', { code: 'unknown-offer' });
  const { validFrom, validUntil } = version;
  if (new Date(validFrom) > now || (validUntil !== undefined && new Date(validUntil) <= now)) {
    throw unprocessableRequest('This version of the offer is not valid now.', { code: 'offer-not-valid' });
  }
  return version;
}

/** The products of a version that are meant: those named, or all that recur. Raises 422 `unknown-product`. */
export function chooseProducts({ products }: OfferVersion, productIds: readonly string[] | undefined): readonly CatalogProduct[] {
  if (productIds === undefined) return products.filter(({ recurrence }) => recurrence === 'RECURRING');
  const requestedIds = [...new Set(productIds)];
  const found = requestedIds.flatMap((productId) => products.find(({ id }) => id === productId) ?? []);
  const unknown = requestedIds.filter((productId) => !found.some(({ id }) => id === productId));
  if (unknown.length > 0) throw unprocessableRequest(`The offer has no product ${unknown.join(', ')}.`, { code: 'unknown-product', productIds: unknown });
  return found;
}
