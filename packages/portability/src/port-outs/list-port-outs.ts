import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { PortOutWhereInput } from '@linework/db/generated/models/PortOut';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { equals, isOneOf, timeFilters } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import { visibleTo } from '@linework/lists/visible-to';
import { type PortOut, portOut } from '@linework/schemas/portability/port-out';
import type { listPortOutsRoute } from '@linework/schemas/portability/port-outs.routes';
import { printRecord } from '@linework/schemas/print-record';

export type PortOutFilters = ListQuery<typeof listPortOutsRoute>;

const filterTable: FilterTable<PortOutFilters, PortOutWhereInput> = {
  ...timeFilters,
  opensFrom: (from) => ({ windowFrom: { gte: from } }),
  opensTo: (to) => ({ windowFrom: { lte: to } }),
  status: isOneOf('status'),
  msisdn: equals('msisdn'),
  brokerId: isOneOf('brokerId'),
};

/** One page of the port-outs that the caller may see. */
export async function listPortOuts(
  db: Pick<Db, 'prisma'>,
  caller: Caller,
  filters: PortOutFilters,
): Promise<Page<PortOut>> {
  const where = { AND: [visibleTo(caller), ...applyFilters(filters, filterTable)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.portOut.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.portOut.count({ where }),
  });
  return { ...page, items: page.items.map((record) => printRecord(portOut, record)) };
}
