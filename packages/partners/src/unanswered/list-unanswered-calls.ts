import type { Db } from '@linework/db/db';
import type { UnansweredCallWhereInput } from '@linework/db/generated/models/UnansweredCall';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { isOneOf, timeFilters } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import type { UnansweredCall } from '@linework/schemas/unanswered-calls/unanswered-call';
import type { listUnansweredCallsRoute } from '@linework/schemas/unanswered-calls/unanswered-calls.routes';
import { printUnansweredCall } from './find-unanswered-call.ts';

export type UnansweredCallFilters = ListQuery<typeof listUnansweredCallsRoute>;

const filterTable: FilterTable<UnansweredCallFilters, UnansweredCallWhereInput> = {
  ...timeFilters,
  status: (statuses) => ({ OR: statuses.map((status) => statusFilters[status]) }),
  kind: isOneOf('kind'),
  brokerId: isOneOf('brokerId'),
};

const statusFilters = {
  WAITING: { endedAt: null, stoppedAt: null },
  STOPPED: { endedAt: null, stoppedAt: { not: null } },
  ENDED: { endedAt: { not: null } },
} as const satisfies Record<UnansweredCall['status'], object>;

/** One page of the unanswered calls. For operators only: it lists those of every broker. */
export async function listUnansweredCalls(
  db: Pick<Db, 'prisma'>,
  filters: UnansweredCallFilters,
): Promise<Page<UnansweredCall>> {
  const where = { AND: [...applyFilters(filters, filterTable)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.unansweredCall.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.unansweredCall.count({ where }),
  });
  return { ...page, items: page.items.map(printUnansweredCall) };
}
