import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { hasMembers } from '../has-members.ts';
import { withoutCardNumbers } from '../payment-methods/without-card-numbers.ts';

export const notifyPaymentsRoute = defineRoute({
  name: 'notifyPayments',
  method: 'post',
  path: '/payments/notifications',
  tag: 'payments',
  summary: 'Notify about a change at the payment provider',
  description:
    'The notification names a payment, a refund or a payment method. Linework then polls the provider and uses only its response. The status is 204 whether or not the record exists.',
  scope: 'payments:write',
  body: withoutCardNumbers(
    z
      .strictObject({
        paymentId: z.uuid().optional(),
        paymentMethodId: z.uuid().optional(),
        refundId: z.uuid().optional(),
      })
      .refine((body) => Object.values(body).some((id) => id !== undefined), {
        error: 'must have paymentId, paymentMethodId or refundId',
        when: hasMembers,
      }),
  ),
  responses: { 204: { description: 'The notification was received.' } },
  problems: [],
});
