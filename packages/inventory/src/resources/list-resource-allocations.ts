import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { Page, PageQuery } from '@linework/lists/page';
import { readPage } from '@linework/lists/read-page';
import { visibleTo } from '@linework/lists/visible-to';
import type { Allocation } from '@linework/schemas/inventory/allocation';
import { resourceNotFound } from './find-resource.ts';

/** Lists one page of the allocations of a resource. Raises not-found. */
export async function listResourceAllocations(
  db: Pick<Db, 'prisma'>,
  { caller, resourceId, ...query }: PageQuery & { readonly caller: Caller; readonly resourceId: string },
): Promise<Page<Allocation>> {
  const resource = await db.prisma.resource.findFirst({
    where: { id: resourceId, ...visibleTo(caller) },
    select: { id: true },
  });
  if (!resource) throw resourceNotFound(resourceId);
  const page = await readPage(query, {
    find: ({ where, orderBy, skip, take }) =>
      db.prisma.allocation.findMany({ where: { AND: [{ resourceId }, where] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.allocation.count({ where: { resourceId } }),
  });
  return { ...page, items: page.items.map(showAllocation) };
}

interface AllocationRecord {
  readonly id: string;
  readonly holderId: string;
  readonly lineId: string | null;
  readonly heldFrom: Date;
  readonly heldTo: Date | null;
}

function showAllocation({ id, holderId, lineId, heldFrom, heldTo }: AllocationRecord): Allocation {
  return {
    id,
    customerId: holderId,
    ...(lineId !== null && { lineId }),
    heldFrom: heldFrom.toISOString(),
    ...(heldTo && { heldTo: heldTo.toISOString() }),
  };
}
