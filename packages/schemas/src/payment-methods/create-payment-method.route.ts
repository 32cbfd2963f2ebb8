import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { paymentMethod, paymentMethodTypes } from './payment-method.ts';
import { withoutCardNumbers } from './without-card-numbers.ts';

const token = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible characters')
  .refine((text) => !/^[\d-]{12,}$/.test(text), 'must be a token and not only digits')
  .meta({
    description: 'The token that the payment provider issued for the card or the authorisation. It is never returned.',
  });

export const createPaymentMethodRoute = defineRoute({
  name: 'createPaymentMethod',
  method: 'post',
  path: '/payment-methods',
  tag: 'payment-methods',
  summary: 'Create a payment method',
  description:
    'The method is PENDING until the payment provider accepts its token. A request that contains a card number is rejected.',
  scope: 'payment-methods:write',
  body: withoutCardNumbers(
    z.strictObject({
      customerId: z.uuid(),
      type: z.enum(paymentMethodTypes),
      token,
      makeDefault: z
        .boolean()
        .optional()
        .meta({ description: 'Makes it the default of the holder once it is ACTIVE.' }),
      metadata: freeForm.optional(),
    }),
  ),
  responses: {
    201: {
      description: 'The new payment method, PENDING.',
      body: paymentMethod,
      headers: { Location: 'The payment method' },
    },
  },
  problems: ['token-in-use', 'unknown-holder', 'holder-anonymised'],
});
