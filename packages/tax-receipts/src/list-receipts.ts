import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { TaxReceiptWhereInput } from '@linework/db/generated/models/TaxReceipt';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { isOneOf, timeFilters } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import { visibleTo } from '@linework/lists/visible-to';
import type { TaxReceipt } from '@linework/schemas/tax-receipts/tax-receipt';
import type { listTaxReceiptsRoute } from '@linework/schemas/tax-receipts/tax-receipts.routes';
import { printReceipt, receiptSelect } from './find-receipt.ts';

export type ReceiptFilters = ListQuery<typeof listTaxReceiptsRoute>;

/** The index of the drafts that wait has this condition. */
const waiting: TaxReceiptWhereInput = { status: 'DRAFT', waitsForRatesIn: { not: null } };

const filterTable: FilterTable<ReceiptFilters, TaxReceiptWhereInput> = {
  ...timeFilters,
  issuedAtFrom: (from) => ({ issuedAt: { gte: from } }),
  issuedAtTo: (to) => ({ issuedAt: { lte: to } }),
  number: (number) => ({ number, issuedAt: { not: null } }),
  status: isOneOf('status'),
  documentModel: isOneOf('documentModel'),
  uf: isOneOf('uf'),
  supplierId: isOneOf('supplierId'),
  customerId: isOneOf('customerId'),
  invoiceId: isOneOf('invoiceId'),
  brokerId: isOneOf('brokerId'),
  waitsForRates: (waits) => (waits ? waiting : { NOT: waiting }),
};

/** One page of the receipts that the caller may see. */
export async function listReceipts(
  db: Pick<Db, 'prisma'>,
  caller: Caller,
  filters: ReceiptFilters,
): Promise<Page<TaxReceipt>> {
  const where = { AND: [visibleTo(caller), ...applyFilters(filters, filterTable)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.taxReceipt.findMany({
        where: { AND: [where, cursorFilter] },
        orderBy: [...orderBy],
        skip,
        take,
        select: receiptSelect,
      }),
    count: () => db.prisma.taxReceipt.count({ where }),
  });
  return { ...page, items: page.items.map(printReceipt) };
}
