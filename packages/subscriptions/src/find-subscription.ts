import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import { printRecord } from '@linework/schemas/print-record';
import { type Subscription, subscription } from '@linework/schemas/subscriptions/subscription';
import type { SubscriptionRecord } from './subscription-record.ts';
import { readSubscription } from './subscription-record.ts';

export interface SubscriptionTarget {
  readonly caller: Caller;
  readonly subscriptionId: string;
}

/** Returns the subscription in its API form. Raises not-found when it does not exist or belongs to another broker. */
export async function findSubscription(
  db: Pick<Db, 'prisma'>,
  { caller, subscriptionId }: SubscriptionTarget,
): Promise<Subscription> {
  const record = await readSubscription(db, { id: subscriptionId, ...visibleTo(caller) });
  if (!record) throw subscriptionNotFound(subscriptionId);
  return printSubscription(record);
}

/** The end date of a subscription that has ended is the time of its end, which may be before the planned one. */
export const printSubscription = ({ trialCycles, trialEndBehavior, ...record }: SubscriptionRecord): Subscription =>
  printRecord(subscription, {
    ...record,
    billingCycle: record,
    products: record.products.map((product) => ({ ...product, discounts: product.discounts.map(withValue) })),
    endDate: record.endedAt ?? record.endDate,
    trialConfig:
      trialCycles !== null && trialEndBehavior !== null ? { trialCycles, endBehavior: trialEndBehavior } : null,
  });

const withValue = ({ amount, ...discount }: SubscriptionRecord['products'][number]['discounts'][number]) => ({
  ...discount,
  value: {
    type: discount.valueType,
    amount: discount.valueType === 'AMOUNT' ? amount : amount.toFixed(),
    currency: 'BRL',
  },
});

export const subscriptionNotFound = (subscriptionId: string) => notFound(`There is no subscription ${subscriptionId}.`);
