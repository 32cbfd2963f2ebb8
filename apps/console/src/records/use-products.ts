import type { OfferVersion, Subscription } from '@linework/sdk';
import { useQueries } from '@tanstack/react-query';
import { linework } from '../api/linework.ts';

type Products = Pick<Subscription, 'products'>;

/** Versions of offers by their ids. A published version never changes, so it is read once. */
export function useOfferVersions(versionIds: readonly string[]): ReadonlyMap<string, OfferVersion> {
  const versions = useQueries({
    queries: [...new Set(versionIds)].map((id) => ({
      queryKey: ['offer-version', id],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<OfferVersion> =>
        await linework.offers.findVersion(id, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  return new Map(versions.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data] as const])));
}

/** The names of the products that subscriptions have now. */
export function useProductNames(subscriptions: readonly Products[]): (subscription: Products) => string {
  const held = subscriptions.flatMap(({ products }) => products.filter(({ removedAt }) => removedAt === undefined));
  const versions = useOfferVersions(held.map(({ offerVersionId }) => offerVersionId));
  // A product has the same id in all versions, and may have another name in each.
  const nameOf = (versionId: string, productId: string): string | undefined =>
    versions.get(versionId)?.products.find(({ id }) => id === productId)?.name;
  return ({ products }) =>
    products
      .filter(({ removedAt }) => removedAt === undefined)
      .map(({ offerVersionId, productId }) => nameOf(offerVersionId, productId) ?? `…${productId.slice(-8)}`)
      .join(' + ');
}
