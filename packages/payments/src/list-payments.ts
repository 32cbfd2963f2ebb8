import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { PaymentWhereInput } from '@linework/db/generated/models/Payment';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { isOneOf, timeFilters } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import { visibleTo } from '@linework/lists/visible-to';
import type { Payment } from '@linework/schemas/payments/payment';
import type { listPaymentsRoute } from '@linework/schemas/payments/payments.routes';
import { printPayment } from './find-payment.ts';

export type PaymentFilters = ListQuery<typeof listPaymentsRoute>;

const filterTable: FilterTable<PaymentFilters, PaymentWhereInput> = {
  ...timeFilters,
  status: isOneOf('status'),
  paymentMethodType: isOneOf('method'),
  customerId: isOneOf('customerId'),
  invoiceId: isOneOf('invoiceId'),
  paymentMethodId: isOneOf('paymentMethodId'),
  brokerId: isOneOf('brokerId'),
  amountFrom: (from) => ({ amount: { gte: from } }),
  amountTo: (to) => ({ amount: { lte: to } }),
};

/** One page of the payments that the caller may see. */
export async function listPayments(
  db: Pick<Db, 'prisma'>,
  caller: Caller,
  filters: PaymentFilters,
): Promise<Page<Payment>> {
  const where = { AND: [visibleTo(caller), ...applyFilters(filters, filterTable)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.payment.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.payment.count({ where }),
  });
  return { ...page, items: page.items.map(printPayment) };
}
