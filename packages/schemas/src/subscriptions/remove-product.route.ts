import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { subscriptionRequest } from './subscription-request.ts';

export const removeProductRoute = defineRoute({
  ...subscriptionRequest,
  name: 'removeProduct',
  method: 'delete',
  path: '/subscriptions/{id}/products/{productId}',
  summary: 'Remove a product from a subscription',
  description:
    'From a DRAFT freely. From an ACTIVE one as `changesBehavior` says: at once, the rest of the cycle given back with the next invoice, or at the end of the cycle.',
  params: z.strictObject({ id: z.uuid(), productId: z.uuid().meta({ description: 'The `id` that the product has in the subscription.' }) }),
  problems: ['not-found', 'invalid-status-transition', 'no-changes'],
});
