import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { OfferWhereInput } from '@linework/db/generated/models/Offer';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { contains, isOneOf, timeFilters } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import { visibleTo } from '@linework/lists/visible-to';
import { type ListedOffer, listedOffer } from '@linework/schemas/catalog/offer';
import type { listOffersRoute } from '@linework/schemas/catalog/offers.routes';
import { printRecord } from '@linework/schemas/print-record';
import { readCurrentHeads } from './read-current-versions.ts';

export type OfferFilters = ListQuery<typeof listOffersRoute>;

const filterTable: FilterTable<OfferFilters, OfferWhereInput> = {
  ...timeFilters,
  brokerId: isOneOf('brokerId'),
  name: contains('name'),
  externalCode: contains('externalCode'),
};

/** One page of the offers that the caller may see, each with a summary of its current version. */
export async function listOffers(
  db: Pick<Db, 'prisma' | 'query'>,
  caller: Caller,
  filters: OfferFilters,
): Promise<Page<ListedOffer>> {
  const where = { AND: [visibleTo(caller), ...applyFilters(filters, filterTable)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.offer.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.offer.count({ where }),
  });
  const heads = await readCurrentHeads(
    db,
    page.items.map(({ id }) => id),
  );
  const currentVersions = new Map(heads.map((head) => [head.offerId, head]));
  return {
    ...page,
    items: page.items.map((record) =>
      printRecord(listedOffer, { ...record, currentVersion: currentVersions.get(record.id) }),
    ),
  };
}
