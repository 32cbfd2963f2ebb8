import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { withoutCardNumbers } from '../payment-methods/without-card-numbers.ts';
import { changesBehaviors } from './subscription.ts';
import { subscriptionRequest } from './subscription-request.ts';

export const changeSubscriptionRoute = defineRoute({
  ...subscriptionRequest,
  name: 'changeSubscription',
  method: 'patch',
  path: '/subscriptions/{id}',
  summary: 'Change the terms and metadata of a subscription',
  description:
    'Holder, offer, billing cycle and trial cannot change, because invoices depend on them. Products, lines, pauses and the end have their own operations. ' +
    'After the end only `externalCode` and `metadata` can change. `prorateFirstInvoice` can change only while the subscription is a DRAFT.',
  body: z.strictObject({
    externalCode: z
      .string()
      .min(1)
      .max(200)
      .nullable()
      .optional()
      .meta({ description: 'Unique among the subscriptions of a broker; null removes it.', example: 'contract-4711' }),
    metadata: withoutCardNumbers(freeForm).optional().meta({ description: 'Replaces the whole object.' }),
    invoiceApprovalRequired: z.boolean().optional().meta({ description: 'Applies from the next invoice on.' }),
    changesBehavior: z
      .enum(changesBehaviors)
      .optional()
      .meta({ description: 'Applies from the next change of products on.' }),
    prorateFirstInvoice: z.boolean().optional(),
  }),
  problems: ['not-found', 'external-code-taken', 'invalid-status-transition'],
});
