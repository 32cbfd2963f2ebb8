import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { PaymentMethodWhereInput } from '@linework/db/generated/models/PaymentMethod';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { isOneOf, timeFilters } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import { visibleTo } from '@linework/lists/visible-to';
import { type PaymentMethod, paymentMethod } from '@linework/schemas/payment-methods/payment-method';
import type { listPaymentMethodsRoute } from '@linework/schemas/payment-methods/payment-methods.routes';
import { printRecord } from '@linework/schemas/print-record';

export type PaymentMethodFilters = ListQuery<typeof listPaymentMethodsRoute>;

const filterTable: FilterTable<PaymentMethodFilters, PaymentMethodWhereInput> = {
  ...timeFilters,
  customerId: isOneOf('customerId'),
  status: isOneOf('status'),
  type: isOneOf('type'),
  brokerId: isOneOf('brokerId'),
};

/** One page of the payment methods that the caller may see. */
export async function listPaymentMethods(
  db: Pick<Db, 'prisma'>,
  caller: Caller,
  filters: PaymentMethodFilters,
): Promise<Page<PaymentMethod>> {
  const where = { AND: [visibleTo(caller), ...applyFilters(filters, filterTable)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.paymentMethod.findMany({
        where: { AND: [where, cursorFilter] },
        orderBy: [...orderBy],
        skip,
        take,
        omit: { token: true },
      }),
    count: () => db.prisma.paymentMethod.count({ where }),
  });
  return { ...page, items: page.items.map((record) => printRecord(paymentMethod, record)) };
}
