import { implement } from '@linework/http/implement';
import { addProductRoute } from '@linework/schemas/subscriptions/subscriptions.routes';
import { addProduct as add } from '@linework/subscriptions/products/add-product';
import type { Deps } from '../deps.ts';

export const addProduct = implement(addProductRoute, async ({ params, body, caller }, { db, catalog }: Deps) => {
  const subscription = await add({ db, catalog }, { caller, subscriptionId: params.id, ...body });
  return { status: 201, body: subscription, headers: { Location: `/subscriptions/${subscription.id}` } };
});
