import type { PortIn } from '@linework/schemas/portability/port-in';

/** A port-in as it is read from the database. */
export interface PortInRecord {
  readonly id: string;
  readonly brokerId: string;
  readonly customerId: string;
  readonly status: string;
  readonly msisdn: string;
  readonly donor: string;
  readonly ticket: string | null;
  readonly windowFrom: Date;
  readonly windowUntil: Date;
  readonly reasonCode: string | null;
  readonly reasonDetail: string | null;
  readonly poolId: string;
  readonly lineId: string | null;
  readonly orderId: string | null;
  readonly metadata: unknown;
  readonly activatedAt: Date | null;
  readonly endedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A port-in as its client sees it: members without a value are left out, and so is the tax id. */
export function showPortIn(record: PortInRecord): PortIn {
  const { ticket, reasonCode, reasonDetail, lineId, orderId, activatedAt, endedAt } = record;
  return {
    id: record.id,
    brokerId: record.brokerId,
    customerId: record.customerId,
    status: record.status as PortIn['status'],
    msisdn: record.msisdn,
    donor: record.donor,
    ...(ticket !== null && { ticket }),
    windowFrom: record.windowFrom.toISOString(),
    windowUntil: record.windowUntil.toISOString(),
    ...(reasonCode !== null && { reasonCode: reasonCode as Exclude<PortIn['reasonCode'], undefined> }),
    ...(reasonDetail !== null && { reasonDetail }),
    poolId: record.poolId,
    ...(lineId !== null && { lineId }),
    ...(orderId !== null && { orderId }),
    metadata: record.metadata as PortIn['metadata'],
    ...(activatedAt && { activatedAt: activatedAt.toISOString() }),
    ...(endedAt && { endedAt: endedAt.toISOString() }),
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
  };
}
