import type { Db } from '@linework/db/db';
import type { Broker } from '@linework/schemas/brokers/broker';
import { escapedContains } from '../lists/escaped-contains.ts';
import type { Page, PageQuery } from '../lists/page.ts';
import { readPage } from '../lists/read-page.ts';
import { buildTimeRange, type TimeFilters } from '../lists/time-range.ts';
import { showBroker } from './show-broker.ts';

export interface BrokerFilters extends PageQuery, TimeFilters {
  readonly status?: readonly string[] | undefined;
  readonly name?: string | undefined;
  readonly code?: string | undefined;
}

/** One page of the brokers. There are at most hundreds of brokers, so no index serves this list. */
export async function listBrokers(db: Pick<Db, 'prisma'>, filters: BrokerFilters): Promise<Page<Broker>> {
  const where = buildFilters(filters);
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.broker.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.broker.count({ where }),
  });
  return { ...page, items: page.items.map(showBroker) };
}

function buildFilters({ status, name, code, ...times }: BrokerFilters) {
  return {
    ...buildTimeRange(times),
    ...(status && { status: { in: [...status] } }),
    ...(name !== undefined && { name: escapedContains(name) }),
    ...(code !== undefined && { code }),
  };
}
