import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { PaymentMethod } from '@linework/schemas/payment-methods/payment-method';
import type { Page, PageQuery } from '../lists/page.ts';
import { readPage } from '../lists/read-page.ts';
import { buildTimeRange, type TimeFilters } from '../lists/time-range.ts';
import { visibleTo } from '../visible-to.ts';
import { paymentMethodSelection, showPaymentMethod } from './show-payment-method.ts';

export interface PaymentMethodFilters extends PageQuery, TimeFilters {
  readonly customerId?: readonly string[] | undefined;
  readonly status?: readonly string[] | undefined;
  readonly type?: readonly string[] | undefined;
  readonly brokerId?: readonly string[] | undefined;
}

/** One page of the payment methods that the caller may see. */
export async function listPaymentMethods(db: Pick<Db, 'prisma'>, caller: Caller, filters: PaymentMethodFilters): Promise<Page<PaymentMethod>> {
  const where = { AND: [visibleTo(caller), buildFilters(filters)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.paymentMethod.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take, select: paymentMethodSelection }),
    count: () => db.prisma.paymentMethod.count({ where }),
  });
  return { ...page, items: page.items.map(showPaymentMethod) };
}

function buildFilters({ customerId, status, type, brokerId, ...times }: PaymentMethodFilters) {
  return {
    ...buildTimeRange(times),
    ...(customerId && { customerId: { in: [...customerId] } }),
    ...(status && { status: { in: [...status] } }),
    ...(type && { type: { in: [...type] } }),
    ...(brokerId && { brokerId: { in: [...brokerId] } }),
  };
}
