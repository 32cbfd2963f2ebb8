import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { PortInWhereInput } from '@linework/db/generated/models/PortIn';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { equals, isOneOf, timeFilters } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import { visibleTo } from '@linework/lists/visible-to';
import { type PortIn, portIn } from '@linework/schemas/portability/port-in';
import type { listPortInsRoute } from '@linework/schemas/portability/port-ins.routes';
import { printRecord } from '@linework/schemas/print-record';

export type PortInFilters = ListQuery<typeof listPortInsRoute>;

const filterTable: FilterTable<PortInFilters, PortInWhereInput> = {
  ...timeFilters,
  opensFrom: (from) => ({ windowFrom: { gte: from } }),
  opensTo: (to) => ({ windowFrom: { lte: to } }),
  status: isOneOf('status'),
  msisdn: equals('msisdn'),
  customerId: isOneOf('customerId'),
  brokerId: isOneOf('brokerId'),
};

/** One page of the port-ins that the caller may see. */
export async function listPortIns(
  db: Pick<Db, 'prisma'>,
  caller: Caller,
  filters: PortInFilters,
): Promise<Page<PortIn>> {
  const where = { AND: [visibleTo(caller), ...applyFilters(filters, filterTable)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.portIn.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.portIn.count({ where }),
  });
  return { ...page, items: page.items.map((record) => printRecord(portIn, record)) };
}
