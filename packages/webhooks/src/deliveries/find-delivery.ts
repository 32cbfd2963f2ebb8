import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import type { WebhookDeliveryWithAttempts } from '@linework/schemas/webhooks/webhook-delivery';
import { findEventIds } from './find-event-ids.ts';
import { showAttempt, showDelivery } from './show-delivery.ts';

export interface DeliveryTarget {
  readonly caller: Caller;
  readonly deliveryId: string;
}

/** Returns a delivery with its attempts. Raises not-found when it does not exist or belongs to another broker. */
export async function findDelivery(
  db: Pick<Db, 'prisma'>,
  { caller, deliveryId }: DeliveryTarget,
): Promise<WebhookDeliveryWithAttempts> {
  const where = { id: deliveryId, ...visibleTo(caller) };
  const record = await db.prisma.webhookDelivery.findFirst({
    where,
    include: { calls: { orderBy: { number: 'asc' } } },
  });
  if (!record) throw deliveryNotFound(deliveryId);
  const [eventId] = (await findEventIds(db, [record])).values();
  return { ...showDelivery(record, eventId), tries: record.calls.map(showAttempt) };
}

const deliveryNotFound = (deliveryId: string) => notFound(`There is no webhook delivery ${deliveryId}.`);
