import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { ListedOffer } from '@linework/schemas/catalog/offer';
import { escapedContains } from '../lists/escaped-contains.ts';
import type { Page, PageQuery } from '../lists/page.ts';
import { readPage } from '../lists/read-page.ts';
import { buildTimeRange, type TimeFilters } from '../lists/time-range.ts';
import { visibleTo } from '../visible-to.ts';
import { readCurrentHeads } from './read-current-versions.ts';
import { showOffer } from './show-offer.ts';
import { summariseOfferVersion } from './show-offer-version.ts';

export interface OfferFilters extends PageQuery, TimeFilters {
  readonly brokerId?: readonly string[] | undefined;
  readonly name?: string | undefined;
  readonly externalCode?: string | undefined;
}

/** One page of the offers that the caller may see, each with a summary of its current version. */
export async function listOffers(db: Pick<Db, 'prisma' | 'query'>, caller: Caller, filters: OfferFilters): Promise<Page<ListedOffer>> {
  const where = { AND: [visibleTo(caller), buildFilters(filters)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.offer.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.offer.count({ where }),
  });
  const heads = await readCurrentHeads(
    db,
    page.items.map(({ id }) => id),
  );
  const currentByOffer = new Map(heads.map((head) => [head.offerId, { currentVersion: summariseOfferVersion(head) }]));
  return { ...page, items: page.items.map((record) => ({ ...showOffer(record), ...currentByOffer.get(record.id) })) };
}

function buildFilters({ brokerId, name, externalCode, ...times }: OfferFilters) {
  return {
    ...buildTimeRange(times),
    ...(brokerId && { brokerId: { in: [...brokerId] } }),
    ...(name !== undefined && { name: escapedContains(name) }),
    ...(externalCode !== undefined && { externalCode: escapedContains(externalCode) }),
  };
}
