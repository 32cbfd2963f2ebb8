import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { PortOut } from '@linework/schemas/portability/port-out';
import type { Page, PageQuery } from '../lists/page.ts';
import { readPage } from '../lists/read-page.ts';
import { buildTimeRange, type TimeFilters } from '../lists/time-range.ts';
import { visibleTo } from '../visible-to.ts';
import { showPortOut } from './show-port-out.ts';

export interface PortOutFilters extends PageQuery, TimeFilters {
  readonly status?: readonly string[] | undefined;
  readonly msisdn?: string | undefined;
  readonly brokerId?: readonly string[] | undefined;
}

/** One page of the port-outs that the caller may see. */
export async function listPortOuts(db: Pick<Db, 'prisma'>, caller: Caller, filters: PortOutFilters): Promise<Page<PortOut>> {
  const where = { AND: [visibleTo(caller), buildFilters(filters)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.portOut.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.portOut.count({ where }),
  });
  return { ...page, items: page.items.map(showPortOut) };
}

function buildFilters({ status, msisdn, brokerId, ...times }: PortOutFilters) {
  return {
    ...buildTimeRange(times),
    ...(status && { status: { in: [...status] } }),
    ...(msisdn !== undefined && { msisdn }),
    ...(brokerId && { brokerId: { in: [...brokerId] } }),
  };
}
