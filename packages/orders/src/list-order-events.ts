import type { Db } from '@linework/db/db';
import { orderNotFound } from '@linework/engine/queries/find-order';
import { type EventPage, type EventQuery, readEvents } from '@linework/events/read-events';
import { visibleTo } from '@linework/lists/visible-to';

/** Lists the events of an order after a cursor, oldest first. Raises not-found. */
export async function listOrderEvents(
  db: Pick<Db, 'prisma' | 'query'>,
  { orderId, ...query }: EventQuery & { readonly orderId: string },
): Promise<EventPage> {
  const order = await db.prisma.order.findFirst({
    where: { id: orderId, ...visibleTo(query.caller) },
    select: { id: true },
  });
  if (!order) throw orderNotFound(orderId);
  return readEvents(db, orderId, query);
}
