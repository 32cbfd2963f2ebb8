import { implement } from '@linework/http/implement';
import { cancelSubscriptionRoute } from '@linework/schemas/subscriptions/subscriptions.routes';
import { cancelSubscription as cancel } from '@linework/subscriptions/cancel-subscription';
import type { Deps } from '../deps.ts';

export const cancelSubscription = implement(
  cancelSubscriptionRoute,
  async ({ params, body, caller }, { db }: Deps) => ({
    status: 200,
    body: await cancel(db, { caller, subscriptionId: params.id, at: body.at }),
  }),
);
