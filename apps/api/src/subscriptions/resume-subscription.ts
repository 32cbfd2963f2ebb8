import { resumeSubscription as ask } from '@linework/domain/subscriptions/resume-subscription';
import { implement } from '@linework/http/implement';
import { resumeSubscriptionRoute } from '@linework/schemas/subscriptions/resume-subscription.route';
import type { Deps } from '../deps.ts';

export const resumeSubscription = implement(resumeSubscriptionRoute, async ({ params, caller }, { db, ring }: Deps) => ({
  status: 200,
  body: await ask({ db, ring }, { caller, subscriptionId: params.id }),
}));
