import { implement } from '@linework/http/implement';
import { createSubscriptionRoute } from '@linework/schemas/subscriptions/subscriptions.routes';
import { createSubscription as create } from '@linework/subscriptions/create-subscription';
import type { Deps } from '../deps.ts';

export const createSubscription = implement(
  createSubscriptionRoute,
  async ({ body, caller }, { db, catalog }: Deps) => {
    const subscription = await create({ db, catalog }, { caller, ...body });
    return { status: 201, body: subscription, headers: { Location: `/subscriptions/${subscription.id}` } };
  },
);
