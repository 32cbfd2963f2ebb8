import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { paymentMethod, paymentMethodTypes } from './payment-method.ts';
import { withoutCardNumbers } from './without-card-numbers.ts';

const token = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible characters')
  .refine((text) => !/^[\d-]{12,}$/.test(text), 'must be a token, which is more than digits')
  .meta({ description: 'What the payment provider gave for the card or the authorisation. It is never shown again.' });

export const createPaymentMethodRoute = defineRoute({
  name: 'createPaymentMethod',
  method: 'post',
  path: '/payment-methods',
  tag: 'payment-methods',
  summary: 'Make a way to pay known, by the token of the payment provider',
  description: 'It is PENDING until the provider has said yes. A number of a card, wherever it stands in the request, is refused.',
  scope: 'payment-methods:write',
  body: withoutCardNumbers(
    z.strictObject({
      customerId: z.uuid(),
      type: z.enum(paymentMethodTypes),
      token,
      makeDefault: z.boolean().optional().meta({ description: 'Makes it the default of its holder when it becomes ACTIVE.' }),
      metadata: freeForm.optional(),
    }),
  ),
  responses: {
    201: { description: 'The payment method, which the provider is being asked about.', body: paymentMethod, headers: { Location: 'The payment method' } },
  },
  problems: ['token-in-use', 'unknown-holder', 'holder-anonymised'],
});
