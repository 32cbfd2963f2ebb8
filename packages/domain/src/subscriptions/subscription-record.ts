import type { Db } from '@linework/db/db';

/** What of a subscription is read to show it: its products in the order in which they were added. */
export const subscriptionRelations = {
  products: {
    orderBy: [{ addedAt: 'asc' as const }, { id: 'asc' as const }],
    include: { discounts: { orderBy: [{ redeemedAt: 'asc' as const }, { id: 'asc' as const }] } },
  },
};

/** Reads the first subscription that matches, with its parts. */
export const readSubscription = (db: Pick<Db, 'prisma'>, where: object) => db.prisma.subscription.findFirst({ where, include: subscriptionRelations });

/** A subscription as it is read. */
export type SubscriptionRecord = NonNullable<Awaited<ReturnType<typeof readSubscription>>>;
