import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { SerialNumber } from '@linework/schemas/tax-receipts/serial-number';
import type { Page, PageQuery } from '../../lists/page.ts';
import { readPage } from '../../lists/read-page.ts';
import { buildTimeRange } from '../../lists/time-range.ts';
import { serialNumberInclude, serialNumbersVisibleTo, showSerialNumber } from './serial-number-record.ts';

export interface SerialNumberFilters extends PageQuery {
  readonly createdAtFrom?: Date | undefined;
  readonly createdAtTo?: Date | undefined;
  readonly supplierId?: readonly string[] | undefined;
  readonly documentModel?: readonly string[] | undefined;
  readonly uf?: readonly string[] | undefined;
  readonly environment?: string | undefined;
  readonly brokerId?: readonly string[] | undefined;
}

/** One page of the sequences that the caller may see. */
export async function listSerialNumbers(db: Pick<Db, 'prisma'>, caller: Caller, filters: SerialNumberFilters): Promise<Page<SerialNumber>> {
  const where = { AND: [serialNumbersVisibleTo(caller), buildFilters(filters)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.serialNumber.findMany({ where: { AND: [where, cursorFilter] }, include: serialNumberInclude, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.serialNumber.count({ where }),
  });
  return { ...page, items: page.items.map(showSerialNumber) };
}

function buildFilters({ supplierId, documentModel, uf, environment, brokerId, ...times }: SerialNumberFilters) {
  const { createdAt } = buildTimeRange(times);
  return {
    createdAt,
    ...(supplierId && { supplierId: { in: [...supplierId] } }),
    ...(documentModel && { documentModel: { in: [...documentModel] } }),
    ...(uf && { uf: { in: [...uf] } }),
    ...(environment !== undefined && { environment }),
    ...(brokerId && { supplier: { brokerId: { in: [...brokerId] } } }),
  };
}
