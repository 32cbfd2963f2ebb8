import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import type { OfferVersion } from '@linework/schemas/catalog/offer-version';
import { showOfferVersion } from './show-offer-version.ts';

export interface OfferVersionTarget {
  readonly caller: Caller;
  readonly versionId: string;
  /** If present, the version must belong to this offer. */
  readonly offerId?: string;
}

/**
 * Returns the version in its API form. Raises not-found when it does not exist or belongs to another offer or broker.
 */
export async function findOfferVersion(
  db: Pick<Db, 'prisma'>,
  { caller, versionId, offerId }: OfferVersionTarget,
): Promise<OfferVersion> {
  const record = await db.prisma.offerVersion.findFirst({
    where: { id: versionId, ...visibleTo(caller), ...(offerId !== undefined && { offerId }) },
  });
  if (!record)
    throw notFound(
      offerId === undefined ? `There is no version ${versionId}.` : `Offer ${offerId} has no version ${versionId}.`,
    );
  return showOfferVersion(record);
}
