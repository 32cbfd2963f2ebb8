import { implement } from '@linework/http/implement';
import { resumeSubscriptionRoute } from '@linework/schemas/subscriptions/subscriptions.routes';
import { resumeSubscription as resume } from '@linework/subscriptions/pauses/resume-subscription';
import type { Deps } from '../deps.ts';

export const resumeSubscription = implement(
  resumeSubscriptionRoute,
  async ({ params, caller }, { db, notify }: Deps) => ({
    status: 200,
    body: await resume({ db, notify }, { caller, subscriptionId: params.id }),
  }),
);
