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
  summary: 'Change what a broker keeps on a subscription, and how it is invoiced',
  description:
    'Holder, offer, billing cycle and trial do not change: invoices rest on them. Products, lines, pauses and the end have operations of their own. ' +
    'After its end a subscription takes a new `externalCode` and new `metadata` only; `prorateFirstInvoice` changes while it is a DRAFT.',
  body: z.strictObject({
    externalCode: z
      .string()
      .min(1)
      .max(200)
      .nullable()
      .optional()
      .meta({ description: 'Unique among the subscriptions of a broker; null takes it away.', example: 'contract-4711' }),
    metadata: withoutCardNumbers(freeForm).optional().meta({ description: 'Replaces the whole.' }),
    invoiceApprovalRequired: z.boolean().optional().meta({ description: 'Counts from the next invoice on.' }),
    changesBehavior: z.enum(changesBehaviors).optional().meta({ description: 'Counts from the next change of products on.' }),
    prorateFirstInvoice: z.boolean().optional(),
  }),
  problems: ['not-found', 'external-code-taken', 'invalid-status-transition'],
});
