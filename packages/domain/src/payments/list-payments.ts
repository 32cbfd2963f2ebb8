import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { Payment } from '@linework/schemas/payments/payment';
import type { Page, PageQuery } from '../lists/page.ts';
import { readPage } from '../lists/read-page.ts';
import { buildTimeRange, type TimeFilters } from '../lists/time-range.ts';
import { visibleTo } from '../visible-to.ts';
import { showPayment } from './show-payment.ts';

export interface PaymentFilters extends PageQuery, TimeFilters {
  readonly status?: readonly string[] | undefined;
  readonly paymentMethodType?: readonly string[] | undefined;
  readonly customerId?: readonly string[] | undefined;
  readonly invoiceId?: readonly string[] | undefined;
  readonly paymentMethodId?: readonly string[] | undefined;
  readonly brokerId?: readonly string[] | undefined;
  /** Decimals, both inclusive. */
  readonly amountFrom?: string | undefined;
  readonly amountTo?: string | undefined;
}

/** One page of the payments that the caller may see. */
export async function listPayments(db: Pick<Db, 'prisma'>, caller: Caller, filters: PaymentFilters): Promise<Page<Payment>> {
  const where = { AND: [visibleTo(caller), buildFilters(filters)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.payment.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.payment.count({ where }),
  });
  return { ...page, items: page.items.map(showPayment) };
}

function buildFilters({ status, paymentMethodType, customerId, invoiceId, paymentMethodId, brokerId, amountFrom, amountTo, ...times }: PaymentFilters) {
  return {
    ...buildTimeRange(times),
    ...(status && { status: { in: [...status] } }),
    ...(paymentMethodType && { method: { in: [...paymentMethodType] } }),
    ...(customerId && { customerId: { in: [...customerId] } }),
    ...(invoiceId && { invoiceId: { in: [...invoiceId] } }),
    ...(paymentMethodId && { paymentMethodId: { in: [...paymentMethodId] } }),
    ...(brokerId && { brokerId: { in: [...brokerId] } }),
    amount: { ...(amountFrom && { gte: amountFrom }), ...(amountTo && { lte: amountTo }) },
  };
}
