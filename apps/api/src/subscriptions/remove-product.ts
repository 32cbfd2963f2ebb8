import { implement } from '@linework/http/implement';
import { removeProductRoute } from '@linework/schemas/subscriptions/subscriptions.routes';
import { removeProduct as remove } from '@linework/subscriptions/products/remove-product';
import type { Deps } from '../deps.ts';

export const removeProduct = implement(removeProductRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await remove(db, { caller, subscriptionId: params.id, subscriptionProductId: params.productId }),
}));
