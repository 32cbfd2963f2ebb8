import type { Db } from '@linework/db/db';
import { type EventPage, type EventsAsked, readEvents } from '../events/read-events.ts';
import { visibleTo } from '../visible-to.ts';
import { noSuchOrder } from './find-order.ts';

/** What happened to an order, oldest first, behind a place. Raises not-found. */
export async function listOrderEvents(db: Pick<Db, 'prisma' | 'query'>, { orderId, ...asked }: EventsAsked & { readonly orderId: string }): Promise<EventPage> {
  const order = await db.prisma.order.findFirst({ where: { id: orderId, ...visibleTo(asked.caller) }, select: { id: true } });
  if (!order) throw noSuchOrder(orderId);
  return readEvents(db, orderId, asked);
}
