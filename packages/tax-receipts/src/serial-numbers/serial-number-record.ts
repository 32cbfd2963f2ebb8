import type { Caller } from '@linework/auth/caller';
import { visibleTo } from '@linework/lists/visible-to';
import type { SerialNumber } from '@linework/schemas/tax-receipts/serial-number';

/** The columns of a sequence that are shown. Its broker is that of its supplier. */
export const serialNumberInclude = {
  supplier: { select: { brokerId: true, series: true } },
  releasedNumbers: { select: { number: true }, orderBy: { number: 'asc' as const } },
};

export interface SerialNumberRecord {
  readonly id: string;
  readonly supplierId: string;
  readonly documentModel: string;
  readonly uf: string;
  readonly environment: string;
  readonly lastNumber: number;
  readonly createdAt: Date;
  readonly supplier: { readonly brokerId: string; readonly series: number };
  readonly releasedNumbers: readonly { readonly number: number }[];
}

/** The filter that restricts a caller to the sequences of its own broker. */
export const serialNumbersVisibleTo = (caller: Caller) => ({ supplier: visibleTo(caller) });

/** A sequence as its client sees it. */
export function showSerialNumber({ supplier, releasedNumbers, createdAt, ...row }: SerialNumberRecord): SerialNumber {
  return {
    id: row.id,
    brokerId: supplier.brokerId,
    supplierId: row.supplierId,
    documentModel: row.documentModel as SerialNumber['documentModel'],
    uf: row.uf as SerialNumber['uf'],
    environment: row.environment as SerialNumber['environment'],
    series: supplier.series,
    lastNumber: row.lastNumber,
    releasedNumbers: releasedNumbers.map(({ number }) => number),
    createdAt: createdAt.toISOString(),
  };
}
