import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { ListedBulkOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import type { Page, PageQuery } from '../lists/page.ts';
import { readPage } from '../lists/read-page.ts';
import { type TimeFilters, timeRange } from '../lists/time-range.ts';
import { visibleTo } from '../visible-to.ts';
import { showBulkOperation } from './show-bulk-operation.ts';

export interface BulkOperationFilters extends PageQuery, TimeFilters {
  readonly status?: readonly string[] | undefined;
  readonly operation?: readonly string[] | undefined;
  readonly brokerId?: readonly string[] | undefined;
  readonly correlationId?: string | undefined;
}

/** One page of the bulk operations that the caller may see, without their counts: each costs a look at all its lines. */
export async function listBulkOperations(db: Pick<Db, 'prisma'>, caller: Caller, filters: BulkOperationFilters): Promise<Page<ListedBulkOperation>> {
  const where = { AND: [visibleTo(caller), ownFilters(filters)] };
  const page = await readPage(filters, {
    find: ({ where: place, orderBy, skip, take }) => db.prisma.bulkOperation.findMany({ where: { AND: [where, place] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.bulkOperation.count({ where }),
  });
  return { ...page, items: page.items.map(showBulkOperation) };
}

function ownFilters({ status, operation, brokerId, correlationId, ...times }: BulkOperationFilters) {
  return {
    ...timeRange(times),
    ...(status && { status: { in: [...status] } }),
    ...(operation && { operation: { in: [...operation] } }),
    ...(brokerId && { brokerId: { in: [...brokerId] } }),
    ...(correlationId !== undefined && { correlationId }),
  };
}
