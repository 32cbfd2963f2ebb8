import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { Subscription } from '@linework/schemas/subscriptions/subscription';
import { escapedContains } from '../lists/escaped-contains.ts';
import type { Page, PageQuery } from '../lists/page.ts';
import { readPage } from '../lists/read-page.ts';
import { buildTimeRange, type TimeFilters } from '../lists/time-range.ts';
import { visibleTo } from '../visible-to.ts';
import { showSubscription } from './show-subscription.ts';
import { subscriptionRelations } from './subscription-record.ts';

export interface SubscriptionFilters extends PageQuery, TimeFilters {
  readonly status?: readonly string[] | undefined;
  readonly brokerId?: readonly string[] | undefined;
  readonly customerId?: readonly string[] | undefined;
  readonly externalCode?: string | undefined;
}

/** One page of the subscriptions that the caller may see. */
export async function listSubscriptions(db: Pick<Db, 'prisma'>, caller: Caller, filters: SubscriptionFilters): Promise<Page<Subscription>> {
  const where = { AND: [visibleTo(caller), buildFilters(filters)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.subscription.findMany({ where: { AND: [where, cursorFilter] }, include: subscriptionRelations, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.subscription.count({ where }),
  });
  return { ...page, items: page.items.map(showSubscription) };
}

function buildFilters({ status, brokerId, customerId, externalCode, ...times }: SubscriptionFilters) {
  return {
    ...buildTimeRange(times),
    ...(status && { status: { in: [...status] } }),
    ...(brokerId && { brokerId: { in: [...brokerId] } }),
    ...(customerId && { customerId: { in: [...customerId] } }),
    ...(externalCode !== undefined && { externalCode: escapedContains(externalCode) }),
  };
}
