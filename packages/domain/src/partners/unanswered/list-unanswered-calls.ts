import type { Db } from '@linework/db/db';
import type { UnansweredCall } from '@linework/schemas/unanswered-calls/unanswered-call';
import type { Page, PageQuery } from '../../lists/page.ts';
import { readPage } from '../../lists/read-page.ts';
import { buildTimeRange, type TimeFilters } from '../../lists/time-range.ts';
import { showUnansweredCall } from './show-unanswered-call.ts';

export interface UnansweredCallFilters extends PageQuery, TimeFilters {
  readonly status?: readonly UnansweredCall['status'][] | undefined;
  readonly kind?: readonly string[] | undefined;
  readonly brokerId?: readonly string[] | undefined;
}

const statusFilters = {
  WAITING: { endedAt: null, stoppedAt: null },
  STOPPED: { endedAt: null, stoppedAt: { not: null } },
  ENDED: { endedAt: { not: null } },
} as const satisfies Record<UnansweredCall['status'], object>;

/** One page of the unanswered calls. For operators only: it lists those of every broker. */
export async function listUnansweredCalls(db: Pick<Db, 'prisma'>, filters: UnansweredCallFilters): Promise<Page<UnansweredCall>> {
  const where = buildFilters(filters);
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.unansweredCall.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.unansweredCall.count({ where }),
  });
  return { ...page, items: page.items.map(showUnansweredCall) };
}

function buildFilters({ status, kind, brokerId, ...times }: UnansweredCallFilters) {
  return {
    ...buildTimeRange(times),
    ...(status && { OR: status.map((each) => statusFilters[each]) }),
    ...(kind && { kind: { in: [...kind] } }),
    ...(brokerId && { brokerId: { in: [...brokerId] } }),
  };
}
