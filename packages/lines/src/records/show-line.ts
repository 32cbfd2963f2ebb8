import type { Line } from '@linework/schemas/lines/line';

/** A line and its holder as they are read from the database. */
export interface LineRecord {
  readonly id: string;
  readonly brokerId: string;
  readonly status: string;
  readonly msisdn: string;
  readonly iccid: string;
  readonly subscriptionId: string | null;
  readonly externalCode: string | null;
  readonly metadata: unknown;
  readonly activatedAt: Date | null;
  readonly terminatedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly holder: { readonly id: string; readonly name: string; readonly federalTaxId: string | null };
}

/** A line as its client sees it; members without a value are left out. */
export function showLine(record: LineRecord): Line {
  const { id, name, federalTaxId } = record.holder;
  return {
    id: record.id,
    status: record.status as Line['status'],
    msisdn: record.msisdn,
    iccId: record.iccid,
    holder: { id, name, ...(federalTaxId !== null && { federalTaxId }) },
    ...(record.subscriptionId !== null && { subscriptionId: record.subscriptionId }),
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    ...(record.activatedAt && { activatedAt: record.activatedAt.toISOString() }),
    ...(record.terminatedAt && { terminatedAt: record.terminatedAt.toISOString() }),
    ...(record.externalCode !== null && { externalCode: record.externalCode }),
    brokerId: record.brokerId,
    metadata: record.metadata as Line['metadata'],
  };
}
