import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { OfferVersionWhereInput } from '@linework/db/generated/models/OfferVersion';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { createdAtFilters } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import { visibleTo } from '@linework/lists/visible-to';
import { type OfferVersionSummary, offerVersionSummary } from '@linework/schemas/catalog/offer';
import type { listOfferVersionsRoute } from '@linework/schemas/catalog/offers.routes';
import { printRecord, selectMembers } from '@linework/schemas/print-record';
import { offerNotFound } from './find-offer.ts';

type OfferVersionFilters = ListQuery<typeof listOfferVersionsRoute>;

const filterTable: FilterTable<OfferVersionFilters, OfferVersionWhereInput> = createdAtFilters;

/**
 * One page of the versions of an offer. Raises not-found when the offer does not exist or belongs to another broker.
 */
export async function listOfferVersions(
  db: Pick<Db, 'prisma'>,
  { caller, offerId }: { readonly caller: Caller; readonly offerId: string },
  query: OfferVersionFilters,
): Promise<Page<OfferVersionSummary>> {
  if (!(await db.prisma.offer.findFirst({ where: { id: offerId, ...visibleTo(caller) }, select: { id: true } })))
    throw offerNotFound(offerId);
  const filter = { AND: [{ offerId }, ...applyFilters(query, filterTable)] };
  const page = await readPage(query, {
    find: ({ where, orderBy, skip, take }) =>
      db.prisma.offerVersion.findMany({
        where: { AND: [filter, where] },
        orderBy: [...orderBy],
        skip,
        take,
        select: selectMembers(offerVersionSummary),
      }),
    count: () => db.prisma.offerVersion.count({ where: filter }),
  });
  return { ...page, items: page.items.map((record) => printRecord(offerVersionSummary, record)) };
}
