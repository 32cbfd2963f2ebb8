import { implement } from '@linework/http/implement';
import { activateSubscriptionRoute } from '@linework/schemas/subscriptions/subscriptions.routes';
import { activateSubscription as activate } from '@linework/subscriptions/activate-subscription';
import type { Deps } from '../deps.ts';

export const activateSubscription = implement(activateSubscriptionRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await activate(db, { caller, subscriptionId: params.id }),
}));
