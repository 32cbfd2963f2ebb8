import type { Caller } from '@linework/auth/caller';
import { toCivilDay, toDate } from '@linework/billing/civil-day';
import type { Db } from '@linework/db/db';
import type { SubscriptionWhereInput } from '@linework/db/generated/models/Subscription';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { contains, isOneOf, timeFilters } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import { visibleTo } from '@linework/lists/visible-to';
import type { Subscription } from '@linework/schemas/subscriptions/subscription';
import type { listSubscriptionsRoute } from '@linework/schemas/subscriptions/subscriptions.routes';
import { printSubscription } from './find-subscription.ts';
import { subscriptionRelations } from './subscription-record.ts';

export type SubscriptionFilters = ListQuery<typeof listSubscriptionsRoute>;

const filterTable: FilterTable<SubscriptionFilters, SubscriptionWhereInput> = {
  ...timeFilters,
  status: isOneOf('status'),
  brokerId: isOneOf('brokerId'),
  customerId: isOneOf('customerId'),
  externalCode: contains('externalCode'),
  isInvoiceLate: (isLate) => (isLate ? invoiceIsLate() : { NOT: invoiceIsLate() }),
};

/** As the metric `linework_subscriptions_with_late_invoice` counts them. */
const invoiceIsLate = (): SubscriptionWhereInput => ({
  status: { not: 'PAUSED' },
  nextBillingDate: { not: null, lt: toDate(toCivilDay(new Date())) },
});

/** One page of the subscriptions that the caller may see. */
export async function listSubscriptions(
  db: Pick<Db, 'prisma'>,
  caller: Caller,
  filters: SubscriptionFilters,
): Promise<Page<Subscription>> {
  const where = { AND: [visibleTo(caller), ...applyFilters(filters, filterTable)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.subscription.findMany({
        where: { AND: [where, cursorFilter] },
        include: subscriptionRelations,
        orderBy: [...orderBy],
        skip,
        take,
      }),
    count: () => db.prisma.subscription.count({ where }),
  });
  return { ...page, items: page.items.map(printSubscription) };
}
