import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { Holder } from '@linework/schemas/holders/holder';
import { escapedContains } from '../lists/escaped-contains.ts';
import type { Page, PageQuery } from '../lists/page.ts';
import { readPage } from '../lists/read-page.ts';
import { buildTimeRange, type TimeFilters } from '../lists/time-range.ts';
import { visibleTo } from '../visible-to.ts';
import { showHolder } from './show-holder.ts';

export interface HolderFilters extends PageQuery, TimeFilters {
  readonly brokerId?: readonly string[] | undefined;
  readonly name?: string | undefined;
  readonly federalTaxId?: string | undefined;
  readonly externalCode?: string | undefined;
  readonly anonymised?: boolean | undefined;
}

/** One page of the holders that the caller may see. */
export async function listHolders(db: Pick<Db, 'prisma'>, caller: Caller, filters: HolderFilters): Promise<Page<Holder>> {
  const where = { AND: [visibleTo(caller), buildFilters(filters)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.holder.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.holder.count({ where }),
  });
  return { ...page, items: page.items.map(showHolder) };
}

function buildFilters({ brokerId, name, federalTaxId, externalCode, anonymised, ...times }: HolderFilters) {
  return {
    ...buildTimeRange(times),
    ...(brokerId && { brokerId: { in: [...brokerId] } }),
    ...(name !== undefined && { name: escapedContains(name) }),
    ...(federalTaxId !== undefined && { federalTaxId }),
    ...(externalCode !== undefined && { externalCode: escapedContains(externalCode) }),
    ...(anonymised !== undefined && { anonymisedAt: anonymised ? { not: null } : null }),
  };
}
