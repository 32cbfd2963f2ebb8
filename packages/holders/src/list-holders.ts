import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { HolderWhereInput } from '@linework/db/generated/models/Holder';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { contains, equals, isOneOf, timeFilters } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import { visibleTo } from '@linework/lists/visible-to';
import { type Holder, holder } from '@linework/schemas/holders/holder';
import type { listHoldersRoute } from '@linework/schemas/holders/holders.routes';
import { printRecord } from '@linework/schemas/print-record';

export type HolderFilters = ListQuery<typeof listHoldersRoute>;

const filterTable: FilterTable<HolderFilters, HolderWhereInput> = {
  ...timeFilters,
  brokerId: isOneOf('brokerId'),
  name: contains('name'),
  federalTaxId: equals('federalTaxId'),
  externalCode: contains('externalCode'),
  anonymised: (anonymised) => ({ anonymisedAt: anonymised ? { not: null } : null }),
};

/** One page of the holders that the caller may see. */
export async function listHolders(
  db: Pick<Db, 'prisma'>,
  caller: Caller,
  filters: HolderFilters,
): Promise<Page<Holder>> {
  const where = { AND: [visibleTo(caller), ...applyFilters(filters, filterTable)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.holder.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.holder.count({ where }),
  });
  return { ...page, items: page.items.map((record) => printRecord(holder, record)) };
}
