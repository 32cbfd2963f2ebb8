import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { SerialNumberWhereInput } from '@linework/db/generated/models/SerialNumber';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { createdAtFilters, equals, isOneOf } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import type { SerialNumber } from '@linework/schemas/tax-receipts/serial-number';
import type { listSerialNumbersRoute } from '@linework/schemas/tax-receipts/suppliers.routes';
import { printSerialNumber, serialNumberInclude, serialNumbersVisibleTo } from './serial-number-record.ts';

export type SerialNumberFilters = ListQuery<typeof listSerialNumbersRoute>;

const filterTable: FilterTable<SerialNumberFilters, SerialNumberWhereInput> = {
  ...createdAtFilters,
  supplierId: isOneOf('supplierId'),
  documentModel: isOneOf('documentModel'),
  uf: isOneOf('uf'),
  environment: equals('environment'),
  brokerId: (brokerIds) => ({ supplier: { brokerId: { in: [...brokerIds] } } }),
};

/** One page of the sequences that the caller may see. */
export async function listSerialNumbers(
  db: Pick<Db, 'prisma'>,
  caller: Caller,
  filters: SerialNumberFilters,
): Promise<Page<SerialNumber>> {
  const where = { AND: [serialNumbersVisibleTo(caller), ...applyFilters(filters, filterTable)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.serialNumber.findMany({
        where: { AND: [where, cursorFilter] },
        include: serialNumberInclude,
        orderBy: [...orderBy],
        skip,
        take,
      }),
    count: () => db.prisma.serialNumber.count({ where }),
  });
  return { ...page, items: page.items.map(printSerialNumber) };
}
