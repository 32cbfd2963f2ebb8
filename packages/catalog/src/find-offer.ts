import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import { type Offer, offer, offerVersionSummary } from '@linework/schemas/catalog/offer';
import { printRecord, selectMembers } from '@linework/schemas/print-record';
import { withContent } from './find-offer-version.ts';
import { readCurrentVersion } from './read-current-versions.ts';

const versionLimit = 100;

/** Returns the offer in its API form. Raises not-found when it does not exist or belongs to another broker. */
export async function findOffer(
  db: Pick<Db, 'prisma' | 'query'>,
  { caller, offerId }: { caller: Caller; offerId: string },
): Promise<Offer> {
  const record = await db.prisma.offer.findFirst({
    where: { id: offerId, ...visibleTo(caller) },
    include: {
      versions: { select: selectMembers(offerVersionSummary), orderBy: { version: 'desc' }, take: versionLimit },
    },
  });
  if (!record) throw offerNotFound(offerId);
  const current = await readCurrentVersion(db, { brokerId: record.brokerId, offerId });
  return printRecord(offer, { ...record, currentVersion: current && withContent(current) });
}

export const offerNotFound = (offerId: string) => notFound(`There is no offer ${offerId}.`);
