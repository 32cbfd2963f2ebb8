import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { Line } from '@linework/schemas/lines/line';
import { escapedContains } from '../lists/escaped-contains.ts';
import type { Page, PageQuery } from '../lists/page.ts';
import { readPage } from '../lists/read-page.ts';
import { buildTimeRange, type TimeFilters } from '../lists/time-range.ts';
import { visibleTo } from '../visible-to.ts';
import { showLine } from './show-line.ts';

export interface LineFilters extends TimeFilters {
  readonly status?: readonly string[] | undefined;
  readonly brokerId?: readonly string[] | undefined;
  readonly customerId?: readonly string[] | undefined;
  readonly subscriptionId?: readonly string[] | undefined;
  readonly msisdn?: string | undefined;
  readonly iccId?: string | undefined;
  readonly externalCode?: string | undefined;
}

/** Lists one page of the lines that the caller can see. */
export async function listLines(db: Pick<Db, 'prisma'>, caller: Caller, filters: LineFilters & PageQuery): Promise<Page<Line>> {
  const where = { AND: [visibleTo(caller), buildLineFilter(filters)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.line.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take, include: { holder: true } }),
    count: () => db.prisma.line.count({ where }),
  });
  return { ...page, items: page.items.map(showLine) };
}

/** The filters of a list of lines, as a Prisma condition. */
export function buildLineFilter({ status, brokerId, customerId, subscriptionId, msisdn, iccId, externalCode, ...times }: LineFilters) {
  return {
    ...buildTimeRange(times),
    ...(status && { status: { in: [...status] } }),
    ...(brokerId && { brokerId: { in: [...brokerId] } }),
    ...(customerId && { holderId: { in: [...customerId] } }),
    ...(subscriptionId && { subscriptionId: { in: [...subscriptionId] } }),
    ...(msisdn !== undefined && { msisdn }),
    ...(iccId !== undefined && { iccid: iccId }),
    ...(externalCode !== undefined && { externalCode: escapedContains(externalCode) }),
  };
}
