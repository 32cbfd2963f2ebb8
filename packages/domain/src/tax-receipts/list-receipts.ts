import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { TaxReceipt } from '@linework/schemas/tax-receipts/tax-receipt';
import type { Page, PageQuery } from '../lists/page.ts';
import { readPage } from '../lists/read-page.ts';
import { buildTimeRange, type TimeFilters } from '../lists/time-range.ts';
import { visibleTo } from '../visible-to.ts';
import { receiptSelect, showReceipt } from './show-receipt.ts';

export interface ReceiptFilters extends PageQuery, TimeFilters {
  readonly issuedAtFrom?: Date | undefined;
  readonly issuedAtTo?: Date | undefined;
  readonly number?: number | undefined;
  readonly status?: readonly string[] | undefined;
  readonly documentModel?: readonly string[] | undefined;
  readonly uf?: readonly string[] | undefined;
  readonly supplierId?: readonly string[] | undefined;
  readonly customerId?: readonly string[] | undefined;
  readonly invoiceId?: readonly string[] | undefined;
  readonly brokerId?: readonly string[] | undefined;
}

/** One page of the receipts that the caller may see. */
export async function listReceipts(db: Pick<Db, 'prisma'>, caller: Caller, filters: ReceiptFilters): Promise<Page<TaxReceipt>> {
  const where = { AND: [visibleTo(caller), buildFilters(filters)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.taxReceipt.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take, select: receiptSelect }),
    count: () => db.prisma.taxReceipt.count({ where }),
  });
  return { ...page, items: page.items.map(showReceipt) };
}

const filterFields = ['status', 'documentModel', 'uf', 'supplierId', 'customerId', 'invoiceId', 'brokerId'] as const;

function buildFilters(filters: ReceiptFilters) {
  const { issuedAtFrom, issuedAtTo, number } = filters;
  const fieldFilters = filterFields.flatMap((name) => (filters[name] ? [[name, { in: [...filters[name]] }]] : []));
  const issuedAt = { ...(issuedAtFrom && { gte: issuedAtFrom }), ...(issuedAtTo && { lte: issuedAtTo }) };
  const isIssued = issuedAtFrom !== undefined || issuedAtTo !== undefined || number !== undefined;
  return {
    ...buildTimeRange(filters),
    ...Object.fromEntries(fieldFilters),
    // An assigned number of an unissued receipt is not shown, and the filter does not find it either.
    ...(isIssued && { issuedAt: { not: null, ...issuedAt } }),
    ...(number !== undefined && { number }),
  };
}
