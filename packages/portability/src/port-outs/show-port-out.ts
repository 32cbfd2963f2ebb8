import type { PortOut } from '@linework/schemas/portability/port-out';

/** A port-out as it is read from the database. */
export interface PortOutRecord {
  readonly id: string;
  readonly brokerId: string;
  readonly status: string;
  readonly msisdn: string;
  readonly ticket: string;
  readonly recipient: string;
  readonly windowFrom: Date;
  readonly lineId: string;
  readonly orderId: string | null;
  readonly cancelRequestedAt: Date | null;
  readonly reasonDetail: string | null;
  readonly metadata: unknown;
  readonly endedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A port-out as its client sees it: members without a value are left out. */
export function showPortOut(record: PortOutRecord): PortOut {
  const { orderId, cancelRequestedAt, reasonDetail, endedAt } = record;
  return {
    id: record.id,
    brokerId: record.brokerId,
    status: record.status as PortOut['status'],
    msisdn: record.msisdn,
    ticket: record.ticket,
    recipient: record.recipient,
    windowFrom: record.windowFrom.toISOString(),
    lineId: record.lineId,
    ...(orderId !== null && { orderId }),
    ...(cancelRequestedAt && { cancelRequestedAt: cancelRequestedAt.toISOString() }),
    ...(reasonDetail !== null && { reasonDetail }),
    metadata: record.metadata as PortOut['metadata'],
    ...(endedAt && { endedAt: endedAt.toISOString() }),
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
  };
}
