import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { PortIn } from '@linework/schemas/portability/port-in';
import type { Page, PageQuery } from '../lists/page.ts';
import { readPage } from '../lists/read-page.ts';
import { buildTimeRange, type TimeFilters } from '../lists/time-range.ts';
import { visibleTo } from '../visible-to.ts';
import { showPortIn } from './show-port-in.ts';

export interface PortInFilters extends PageQuery, TimeFilters {
  readonly status?: readonly string[] | undefined;
  readonly msisdn?: string | undefined;
  readonly customerId?: readonly string[] | undefined;
  readonly brokerId?: readonly string[] | undefined;
}

/** One page of the port-ins that the caller may see. */
export async function listPortIns(db: Pick<Db, 'prisma'>, caller: Caller, filters: PortInFilters): Promise<Page<PortIn>> {
  const where = { AND: [visibleTo(caller), buildFilters(filters)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.portIn.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.portIn.count({ where }),
  });
  return { ...page, items: page.items.map(showPortIn) };
}

function buildFilters({ status, msisdn, customerId, brokerId, ...times }: PortInFilters) {
  return {
    ...buildTimeRange(times),
    ...(status && { status: { in: [...status] } }),
    ...(msisdn !== undefined && { msisdn }),
    ...(customerId && { customerId: { in: [...customerId] } }),
    ...(brokerId && { brokerId: { in: [...brokerId] } }),
  };
}
