import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { hasMembers } from '../has-members.ts';
import { withoutCardNumbers } from '../payment-methods/without-card-numbers.ts';

export const notifyPaymentsRoute = defineRoute({
  name: 'notifyPayments',
  method: 'post',
  path: '/payments/notifications',
  tag: 'payments',
  summary: 'Tell that the payment provider has news of a payment, a refund or a payment method',
  description: 'Linework asks the provider, and believes only what the provider answers. The answer is the same whether or not there is such a record.',
  scope: 'payments:write',
  body: withoutCardNumbers(
    z
      .strictObject({ paymentId: z.uuid().optional(), paymentMethodId: z.uuid().optional(), refundId: z.uuid().optional() })
      .refine((body) => Object.values(body).some((id) => id !== undefined), { error: 'must have paymentId, paymentMethodId or refundId', when: hasMembers }),
  ),
  responses: { 204: { description: 'The notification is noted.' } },
  problems: [],
});
