import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { notFound } from '@linework/problem-details/make-problem';
import type { OfferVersion } from '@linework/schemas/catalog/offer-version';
import { visibleTo } from '../visible-to.ts';
import { showOfferVersion } from './show-offer-version.ts';

export interface OfferVersionTarget {
  readonly caller: Caller;
  readonly versionId: string;
  /** Where it must be one of a certain offer. */
  readonly offerId?: string;
}

/** The version as its client sees it. Raises not-found when it is not there, of another offer, or another broker's. */
export async function findOfferVersion(db: Pick<Db, 'prisma'>, { caller, versionId, offerId }: OfferVersionTarget): Promise<OfferVersion> {
  const record = await db.prisma.offerVersion.findFirst({ where: { id: versionId, ...visibleTo(caller), ...(offerId !== undefined && { offerId }) } });
  if (!record) throw notFound(offerId === undefined ? `There is no version ${versionId}.` : `Offer ${offerId} has no version ${versionId}.`);
  return showOfferVersion(record);
}
