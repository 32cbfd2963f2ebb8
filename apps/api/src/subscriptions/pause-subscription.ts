import { pauseSubscription as ask } from '@linework/domain/subscriptions/pause-subscription';
import { implement } from '@linework/http/implement';
import { pauseSubscriptionRoute } from '@linework/schemas/subscriptions/pause-subscription.route';
import type { Deps } from '../deps.ts';

export const pauseSubscription = implement(pauseSubscriptionRoute, async ({ params, body, caller }, { db, ring }: Deps) => ({
  status: 200,
  body: await ask({ db, ring }, { caller, subscriptionId: params.id, at: body.at }),
}));
