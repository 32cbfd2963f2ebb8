import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { Page, PageQuery } from '@linework/lists/page';
import { readPage } from '@linework/lists/read-page';
import { visibleTo } from '@linework/lists/visible-to';
import { eventType } from '@linework/schemas/events';
import type { LineAssignment } from '@linework/schemas/lines/line-assignment';
import { lineNotFound } from './find-line.ts';

/**
 * An order gives a line what it had reserved, or what was recalled before for its holder. The event has the time at
 * which the transaction began, so it is not after the allocation of a reserved resource. A recalled resource was
 * allocated before.
 */
const findOrdersStatement = statement(
  'find-orders-of-allocations',
  { allocationIds: 'uuid[]' },
  `SELECT a.id, e.order_id AS "orderId"
   FROM allocation a, LATERAL (
     SELECT order_id
     FROM event
     WHERE resource_id = a.resource_id AND order_id IS NOT NULL AND details ->> 'lineId' = a.line_id::text
       AND (from_status = 'reserved' AND at <= a.held_from
         OR type = '${eventType('resource.changed')}' AND at BETWEEN a.held_from AND coalesce(a.held_to, 'infinity'))
     ORDER BY seq DESC
     LIMIT 1) e
   WHERE a.id = ANY(:allocationIds)`,
);

/** Lists one page of the numbers and SIMs that a line has or had. Raises not-found. */
export async function listLineResources(
  db: Pick<Db, 'prisma' | 'query'>,
  { caller, lineId, ...query }: PageQuery & { readonly caller: Caller; readonly lineId: string },
): Promise<Page<LineAssignment>> {
  const line = await db.prisma.line.findFirst({ where: { id: lineId, ...visibleTo(caller) }, select: { id: true } });
  if (!line) throw lineNotFound(lineId);
  const include = {
    resource: { select: { externalCode: true, pool: { select: { type: { select: { code: true } } } } } },
  };
  const page = await readPage(query, {
    find: ({ where, orderBy, skip, take }) =>
      db.prisma.allocation.findMany({
        where: { AND: [{ lineId }, where] },
        orderBy: [...orderBy],
        skip,
        take,
        include,
      }),
    count: () => db.prisma.allocation.count({ where: { lineId } }),
  });
  const orders = await findOrders(
    db,
    page.items.map(({ id }) => id),
  );
  return {
    ...page,
    items: page.items.map(({ id, resourceId, heldFrom, heldTo, resource }) => ({
      id,
      resourceId,
      type: resource.pool.type.code,
      externalCode: resource.externalCode,
      heldFrom: heldFrom.toISOString(),
      ...(heldTo && { heldTo: heldTo.toISOString() }),
      ...orders.get(id),
    })),
  };
}

async function findOrders(
  db: Pick<Db, 'query'>,
  allocationIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly orderId: string }>> {
  if (allocationIds.length === 0) return new Map();
  const rows = await db.query(findOrdersStatement, {
    allocationIds,
  });
  return new Map(rows.flatMap(({ id, orderId }) => (orderId === null ? [] : [[id, { orderId }]])));
}
