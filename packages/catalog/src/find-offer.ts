import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import type { Offer } from '@linework/schemas/catalog/offer';
import { readCurrentVersion } from './read-current-versions.ts';
import { showOffer } from './show-offer.ts';
import { showOfferVersion, summariseOfferVersion } from './show-offer-version.ts';

const versionLimit = 100;
const head = { id: true, offerId: true, version: true, validFrom: true, validUntil: true, createdAt: true } as const;

/** Returns the offer in its API form. Raises not-found when it does not exist or belongs to another broker. */
export async function findOffer(
  db: Pick<Db, 'prisma' | 'query'>,
  { caller, offerId }: { caller: Caller; offerId: string },
): Promise<Offer> {
  const record = await db.prisma.offer.findFirst({
    where: { id: offerId, ...visibleTo(caller) },
    include: { versions: { select: head, orderBy: { version: 'desc' }, take: versionLimit } },
  });
  if (!record) throw offerNotFound(offerId);
  const current = await readCurrentVersion(db, { brokerId: record.brokerId, offerId });
  return {
    ...showOffer(record),
    ...(current && { currentVersion: showOfferVersion(current) }),
    versions: record.versions.map(summariseOfferVersion),
  };
}

export const offerNotFound = (offerId: string) => notFound(`There is no offer ${offerId}.`);
