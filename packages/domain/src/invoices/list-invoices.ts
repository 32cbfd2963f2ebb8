import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { ListedInvoice } from '@linework/schemas/invoices/invoice';
import { toDate } from '../billing/civil-day.ts';
import type { Page, PageQuery } from '../lists/page.ts';
import { readPage } from '../lists/read-page.ts';
import { buildTimeRange, type TimeFilters } from '../lists/time-range.ts';
import { visibleTo } from '../visible-to.ts';
import { showListedInvoice } from './show-invoice.ts';

export interface InvoiceFilters extends PageQuery, TimeFilters {
  readonly status?: readonly string[] | undefined;
  readonly brokerId?: readonly string[] | undefined;
  readonly customerId?: readonly string[] | undefined;
  readonly subscriptionId?: readonly string[] | undefined;
  /** YYYY-MM-DD, both inclusive. */
  readonly dueDateFrom?: string | undefined;
  readonly dueDateTo?: string | undefined;
}

/** One page of the invoices that the caller may see, without lines. */
export async function listInvoices(db: Pick<Db, 'prisma'>, caller: Caller, filters: InvoiceFilters): Promise<Page<ListedInvoice>> {
  const where = { AND: [visibleTo(caller), buildFilters(filters)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.invoice.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.invoice.count({ where }),
  });
  return { ...page, items: page.items.map(showListedInvoice) };
}

function buildFilters({ status, brokerId, customerId, subscriptionId, dueDateFrom, dueDateTo, ...times }: InvoiceFilters) {
  return {
    ...buildTimeRange(times),
    ...(status && { status: { in: [...status] } }),
    ...(brokerId && { brokerId: { in: [...brokerId] } }),
    ...(customerId && { customerId: { in: [...customerId] } }),
    ...(subscriptionId && { subscriptionId: { in: [...subscriptionId] } }),
    dueDate: { ...(dueDateFrom !== undefined && { gte: toDate(dueDateFrom) }), ...(dueDateTo !== undefined && { lte: toDate(dueDateTo) }) },
  };
}
