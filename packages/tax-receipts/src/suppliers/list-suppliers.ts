import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { SupplierWhereInput } from '@linework/db/generated/models/Supplier';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { isOneOf, timeFilters } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import { visibleTo } from '@linework/lists/visible-to';
import { printRecord } from '@linework/schemas/print-record';
import { type Supplier, supplier } from '@linework/schemas/tax-receipts/supplier';
import type { listSuppliersRoute } from '@linework/schemas/tax-receipts/suppliers.routes';

export type SupplierFilters = ListQuery<typeof listSuppliersRoute>;

const filterTable: FilterTable<SupplierFilters, SupplierWhereInput> = {
  ...timeFilters,
  brokerId: isOneOf('brokerId'),
};

/** One page of the companies that the caller may see. */
export async function listSuppliers(
  db: Pick<Db, 'prisma'>,
  caller: Caller,
  filters: SupplierFilters,
): Promise<Page<Supplier>> {
  const where = { AND: [visibleTo(caller), ...applyFilters(filters, filterTable)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.supplier.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.supplier.count({ where }),
  });
  return { ...page, items: page.items.map((record) => printRecord(supplier, record)) };
}
