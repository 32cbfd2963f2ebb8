import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { subscription } from './subscription.ts';
import { subscriptionRequest } from './subscription-request.ts';

export const addProductRoute = defineRoute({
  ...subscriptionRequest,
  name: 'addProduct',
  calls: 'catalog',
  path: '/subscriptions/{id}/products',
  summary: 'Add a product to a subscription',
  description:
    'A DRAFT takes any product of the offer. For an ACTIVE subscription `changesBehavior` decides: the product starts at once and the next invoice charges the remaining days, or it starts with the next cycle. A SPOT product is charged once, in full, and may be added again in a later cycle.',
  body: z.strictObject({
    productId: z.uuid().toLowerCase(),
    offerVersionId: z.uuid().optional().meta({ description: 'Defaults to the version that was subscribed to.' }),
  }),
  responses: {
    201: { description: 'The changed subscription.', body: subscription, headers: { Location: 'The subscription' } },
  },
  problems: [
    'not-found',
    'invalid-status-transition',
    'no-changes',
    'offer-not-valid',
    'product-already-there',
    'unknown-offer',
    'unknown-product',
  ],
});
