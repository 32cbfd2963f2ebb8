import type { Caller } from '@linework/auth/caller';
import type { SerialNumberModel } from '@linework/db/generated/models/SerialNumber';
import type { SupplierModel } from '@linework/db/generated/models/Supplier';
import { visibleTo } from '@linework/lists/visible-to';
import { printRecord } from '@linework/schemas/print-record';
import { serialNumber } from '@linework/schemas/tax-receipts/serial-number';

/** The columns of a sequence that are shown. Its broker is that of its supplier. */
export const serialNumberInclude = {
  supplier: { select: { brokerId: true, series: true } },
  releasedNumbers: { select: { number: true }, orderBy: { number: 'asc' as const } },
};

/** The filter that restricts a caller to the sequences of its own broker. */
export const serialNumbersVisibleTo = (caller: Caller) => ({ supplier: visibleTo(caller) });

/** A sequence as its client sees it. */
export const printSerialNumber = (
  record: SerialNumberModel & {
    readonly supplier: Pick<SupplierModel, 'brokerId' | 'series'>;
    readonly releasedNumbers: readonly { readonly number: number }[];
  },
) =>
  printRecord(serialNumber, {
    ...record,
    ...record.supplier,
    releasedNumbers: record.releasedNumbers.map(({ number }) => number),
  });
