import { implement } from '@linework/http/implement';
import { changeSubscriptionRoute } from '@linework/schemas/subscriptions/subscriptions.routes';
import { changeSubscription as change } from '@linework/subscriptions/change-subscription';
import type { Deps } from '../deps.ts';

export const changeSubscription = implement(
  changeSubscriptionRoute,
  async ({ params, body, caller }, { db }: Deps) => ({
    status: 200,
    body: await change(db, { caller, subscriptionId: params.id, ...body }),
  }),
);
