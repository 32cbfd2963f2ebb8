import type { Refund } from '@linework/schemas/refunds/refund';

/** A refund as Prisma returns it. */
export interface RefundRecord {
  readonly id: string;
  readonly brokerId: string;
  readonly paymentId: string;
  readonly status: string;
  readonly amount: { toFixed(places: number): string };
  readonly currency: string;
  readonly reason: string | null;
  readonly metadata: unknown;
  readonly endedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Maps a refund to its API form. Members without a value are left out. */
export function showRefund({ reason, endedAt, ...record }: RefundRecord): Refund {
  return {
    id: record.id,
    brokerId: record.brokerId,
    paymentId: record.paymentId,
    status: record.status as Refund['status'],
    amount: record.amount.toFixed(2),
    currency: record.currency as Refund['currency'],
    ...(reason !== null && { reason }),
    metadata: record.metadata as Refund['metadata'],
    ...(endedAt && { endedAt: endedAt.toISOString() }),
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
  };
}
