import type { Db } from '@linework/db/db';
import type { BrokerWhereInput } from '@linework/db/generated/models/Broker';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { contains, equals, isOneOf, timeFilters } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import { type Broker, broker } from '@linework/schemas/brokers/broker';
import type { listBrokersRoute } from '@linework/schemas/brokers/brokers.routes';
import { printRecord } from '@linework/schemas/print-record';

export type BrokerFilters = ListQuery<typeof listBrokersRoute>;

const filterTable: FilterTable<BrokerFilters, BrokerWhereInput> = {
  ...timeFilters,
  status: isOneOf('status'),
  name: contains('name'),
  code: equals('code'),
};

/** One page of the brokers. There are at most hundreds of brokers, so no index serves this list. */
export async function listBrokers(db: Pick<Db, 'prisma'>, filters: BrokerFilters): Promise<Page<Broker>> {
  const where = { AND: [...applyFilters(filters, filterTable)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.broker.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.broker.count({ where }),
  });
  return { ...page, items: page.items.map((record) => printRecord(broker, record)) };
}
