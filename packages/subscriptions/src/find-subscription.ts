import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import type { Subscription } from '@linework/schemas/subscriptions/subscription';
import { showSubscription } from './show-subscription.ts';
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
  return showSubscription(record);
}

export const subscriptionNotFound = (subscriptionId: string) => notFound(`There is no subscription ${subscriptionId}.`);
