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
    'A product of a DRAFT is removed at once. For an ACTIVE subscription `changesBehavior` decides: the product ends at once and the next invoice credits the remaining days, or it ends with the cycle.',
  params: z.strictObject({
    id: z.uuid(),
    productId: z.uuid().meta({ description: 'The `id` of the product within the subscription.' }),
  }),
  problems: ['not-found', 'invalid-status-transition', 'no-changes'],
});
