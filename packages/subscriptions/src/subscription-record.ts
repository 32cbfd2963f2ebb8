import type { Db } from '@linework/db/db';

/** The relations that a subscription is shown with; products are in the order in which they were added. */
export const subscriptionRelations = {
  products: {
    orderBy: [{ addedAt: 'asc' as const }, { id: 'asc' as const }],
    include: { discounts: { orderBy: [{ redeemedAt: 'asc' as const }, { id: 'asc' as const }] } },
  },
};

/** Reads the first matching subscription with its relations. */
export const readSubscription = (db: Pick<Db, 'prisma'>, where: object) =>
  db.prisma.subscription.findFirst({ where, include: subscriptionRelations });

/** A subscription as Prisma returns it. */
export type SubscriptionRecord = NonNullable<Awaited<ReturnType<typeof readSubscription>>>;
