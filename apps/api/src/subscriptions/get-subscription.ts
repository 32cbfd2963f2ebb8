import { implement } from '@linework/http/implement';
import { getSubscriptionRoute } from '@linework/schemas/subscriptions/subscriptions.routes';
import { findSubscription } from '@linework/subscriptions/find-subscription';
import type { Deps } from '../deps.ts';

export const getSubscription = implement(getSubscriptionRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await findSubscription(db, { caller, subscriptionId: params.id }),
}));
