import { implement } from '@linework/http/implement';
import { pauseSubscriptionRoute } from '@linework/schemas/subscriptions/subscriptions.routes';
import { pauseSubscription as pause } from '@linework/subscriptions/pauses/pause-subscription';
import type { Deps } from '../deps.ts';

export const pauseSubscription = implement(
  pauseSubscriptionRoute,
  async ({ params, body, caller }, { db, notify }: Deps) => ({
    status: 200,
    body: await pause({ db, notify }, { caller, subscriptionId: params.id, at: body.at }),
  }),
);
