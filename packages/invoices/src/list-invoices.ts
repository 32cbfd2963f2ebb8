import type { Caller } from '@linework/auth/caller';
import { toDate } from '@linework/billing/civil-day';
import type { Db } from '@linework/db/db';
import type { InvoiceWhereInput } from '@linework/db/generated/models/Invoice';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { isOneOf, timeFilters } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import { visibleTo } from '@linework/lists/visible-to';
import type { ListedInvoice } from '@linework/schemas/invoices/invoice';
import type { listInvoicesRoute } from '@linework/schemas/invoices/invoices.routes';
import { printListedInvoice } from './find-invoice.ts';

export type InvoiceFilters = ListQuery<typeof listInvoicesRoute>;

const filterTable: FilterTable<InvoiceFilters, InvoiceWhereInput> = {
  ...timeFilters,
  status: isOneOf('status'),
  brokerId: isOneOf('brokerId'),
  customerId: isOneOf('customerId'),
  subscriptionId: isOneOf('subscriptionId'),
  dueDateFrom: (from) => ({ dueDate: { gte: toDate(from) } }),
  dueDateTo: (to) => ({ dueDate: { lte: toDate(to) } }),
  periodFrom: (from) => ({ periodFrom: { gte: toDate(from) } }),
  periodTo: (to) => ({ periodFrom: { lte: toDate(to) } }),
};

/** One page of the invoices that the caller may see, without lines. */
export async function listInvoices(
  db: Pick<Db, 'prisma'>,
  caller: Caller,
  filters: InvoiceFilters,
): Promise<Page<ListedInvoice>> {
  const isDue = filters.sortBy === 'dueDate' ? { dueDate: { not: null } } : {};
  const where = { AND: [visibleTo(caller), isDue, ...applyFilters(filters, filterTable)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.invoice.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.invoice.count({ where }),
  });
  return { ...page, items: page.items.map(printListedInvoice) };
}
