import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { subscription } from './subscription.ts';
import { subscriptionRequest } from './subscription-request.ts';

export const addProductRoute = defineRoute({
  ...subscriptionRequest,
  name: 'addProduct',
  path: '/subscriptions/{id}/products',
  summary: 'Add a product to a subscription',
  description:
    'To a DRAFT freely. To an ACTIVE one as `changesBehavior` says: at once, the rest of the cycle charged with the next invoice, or from the next cycle on. A SPOT product is charged once, in full, and may be added again in a later cycle.',
  body: z.strictObject({
    productId: z.uuid().toLowerCase(),
    offerVersionId: z.uuid().optional().meta({ description: 'Absent, the version that was subscribed to.' }),
  }),
  responses: { 201: { description: 'The subscription as it is now.', body: subscription, headers: { Location: 'The subscription' } } },
  problems: ['not-found', 'invalid-status-transition', 'no-changes', 'offer-not-valid', 'product-already-there', 'unknown-offer', 'unknown-product'],
});
