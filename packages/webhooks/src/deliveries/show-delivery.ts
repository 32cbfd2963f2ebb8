import type { WebhookDelivery, WebhookDeliveryWithAttempts } from '@linework/schemas/webhooks/webhook-delivery';

/** A delivery as Prisma returns it. */
export interface DeliveryRecord {
  readonly id: string;
  readonly endpointId: string;
  readonly brokerId: string | null;
  readonly status: string;
  readonly cause: string;
  readonly causeId: string | null;
  readonly eventType: string;
  readonly eventSeq: bigint | null;
  readonly position: bigint | null;
  readonly resourceId: string | null;
  readonly attempts: number;
  readonly responseCode: number | null;
  readonly reason: string | null;
  readonly dueAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Maps a delivery to its API form. During a call `dueAt` is the end of a lease, which is nobody's business. */
export function showDelivery(record: DeliveryRecord, eventId: string | undefined): WebhookDelivery {
  const { brokerId, causeId, position, resourceId, responseCode, reason, dueAt, deliveredAt, status } = record;
  return {
    id: record.id,
    endpointId: record.endpointId,
    ...(brokerId !== null && { brokerId }),
    status: status as WebhookDelivery['status'],
    cause: record.cause as WebhookDelivery['cause'],
    ...(causeId !== null && { causeId }),
    ...(eventId !== undefined && { eventId }),
    eventType: record.eventType,
    ...(position !== null && { position: Number(position) }),
    ...(resourceId !== null && { resourceId }),
    attempts: record.attempts,
    ...(responseCode !== null && { responseCode }),
    ...(reason !== null && { reason }),
    ...(dueAt !== null && status !== 'delivering' && { dueAt: dueAt.toISOString() }),
    ...(deliveredAt !== null && { deliveredAt: deliveredAt.toISOString() }),
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
  };
}

/** An attempt as Prisma returns it. */
export interface AttemptRecord {
  readonly number: number;
  readonly outcome: string | null;
  readonly reason: string | null;
  readonly responseCode: number | null;
  readonly responseBody: string | null;
  readonly durationMs: number | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

type Attempt = WebhookDeliveryWithAttempts['tries'][number];

export function showAttempt({
  number,
  outcome,
  reason,
  responseCode,
  responseBody,
  durationMs,
  startedAt,
  endedAt,
}: AttemptRecord): Attempt {
  return {
    number,
    ...(outcome !== null && { outcome: outcome as NonNullable<Attempt['outcome']> }),
    ...(reason !== null && { reason }),
    ...(responseCode !== null && { responseCode }),
    ...(responseBody !== null && { responseBody }),
    ...(durationMs !== null && { durationMs }),
    startedAt: startedAt.toISOString(),
    ...(endedAt !== null && { endedAt: endedAt.toISOString() }),
  };
}
