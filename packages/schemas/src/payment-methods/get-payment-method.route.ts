import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { paymentMethod } from './payment-method.ts';

export const getPaymentMethodRoute = defineRoute({
  name: 'getPaymentMethod',
  method: 'get',
  path: '/payment-methods/{id}',
  tag: 'payment-methods',
  summary: 'Get a payment method',
  description: 'The token is never returned.',
  scope: 'payment-methods:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The payment method.', body: paymentMethod } },
  problems: ['not-found'],
});
