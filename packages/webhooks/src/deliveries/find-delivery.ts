import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { WebhookDeliveryModel } from '@linework/db/generated/models/WebhookDelivery';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import { printRecord } from '@linework/schemas/print-record';
import {
  type WebhookDeliveryWithAttempts,
  webhookDelivery,
  webhookDeliveryWithAttempts,
} from '@linework/schemas/webhooks/webhook-delivery';
import { findEventIds } from './find-event-ids.ts';

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
  return printRecord(webhookDeliveryWithAttempts, { ...withEvent(record, eventId), calls: record.calls });
}

export const printDelivery = (record: WebhookDeliveryModel, eventId: string | undefined) =>
  printRecord(webhookDelivery, withEvent(record, eventId));

/** During a call `dueAt` is the end of a lease, which is nobody's business. */
const withEvent = (record: WebhookDeliveryModel, eventId: string | undefined) => ({
  ...record,
  eventId,
  position: record.position === null ? null : Number(record.position),
  dueAt: record.status === 'delivering' ? null : record.dueAt,
});

const deliveryNotFound = (deliveryId: string) => notFound(`There is no webhook delivery ${deliveryId}.`);
