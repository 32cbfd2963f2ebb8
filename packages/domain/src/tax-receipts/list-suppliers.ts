import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { Supplier } from '@linework/schemas/tax-receipts/supplier';
import type { Page, PageQuery } from '../lists/page.ts';
import { readPage } from '../lists/read-page.ts';
import { buildTimeRange, type TimeFilters } from '../lists/time-range.ts';
import { visibleTo } from '../visible-to.ts';
import { showSupplier } from './show-supplier.ts';

export interface SupplierFilters extends PageQuery, TimeFilters {
  readonly brokerId?: readonly string[] | undefined;
}

/** One page of the companies that the caller may see. */
export async function listSuppliers(db: Pick<Db, 'prisma'>, caller: Caller, filters: SupplierFilters): Promise<Page<Supplier>> {
  const { brokerId, ...times } = filters;
  const where = { AND: [visibleTo(caller), { ...buildTimeRange(times), ...(brokerId && { brokerId: { in: [...brokerId] } }) }] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.supplier.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.supplier.count({ where }),
  });
  return { ...page, items: page.items.map(showSupplier) };
}
