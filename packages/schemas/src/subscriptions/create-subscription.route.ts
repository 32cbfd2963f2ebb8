import { defineRoute } from '@linework/http/define-route';
import { timestampFromText } from '@linework/http/time-from-text';
import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { hasMembers } from '../has-members.ts';
import { withoutCardNumbers } from '../payment-methods/without-card-numbers.ts';
import { billingCycle, monthlyFrequencies } from './billing-cycle.ts';
import { changesBehaviors, subscription } from './subscription.ts';
import { trialConfig } from './trial-config.ts';

export const createSubscriptionRoute = defineRoute({
  name: 'createSubscription',
  method: 'post',
  path: '/subscriptions',
  tag: 'subscriptions',
  summary: 'Subscribe a holder to an offer',
  description:
    'A DRAFT unless `activate` says otherwise; with `trialConfig` the draft is on trial. An `offerId` means its version that is valid now. What is planned must lie in the future. The lines that are named join.',
  scope: 'subscriptions:write',
  body: z
    .strictObject({
      customerId: z.uuid().meta({ description: 'The holder.' }),
      offerId: z.uuid().optional(),
      offerVersionId: z.uuid().optional(),
      productIds: z.array(z.uuid().toLowerCase()).min(1).max(100).optional().meta({ description: 'Of the version; absent, every RECURRING product of it.' }),
      billingCycle,
      billingDay: z.int().min(1).max(31).optional().meta({ description: 'Of the month, for cycles of months; absent, the day of the activation.' }),
      changesBehavior: z.enum(changesBehaviors).default('IMMEDIATE_WITH_PRORATE'),
      invoiceApprovalRequired: z.boolean().default(false),
      prorateFirstInvoice: z.boolean().default(false),
      trialConfig: trialConfig.optional(),
      scheduledPauseAt: timestampFromText.optional(),
      scheduledCancelAt: timestampFromText.optional(),
      endDate: timestampFromText.optional(),
      externalCode: z.string().min(1).max(200).optional().meta({ description: 'Unique among the subscriptions of a broker.' }),
      metadata: withoutCardNumbers(freeForm).default({}),
      lineIds: z.array(z.uuid().toLowerCase()).min(1).max(1_000).optional(),
      activate: z.boolean().default(false),
    })
    .refine((body) => (body.offerId === undefined) !== (body.offerVersionId === undefined), {
      error: 'must have either offerId or offerVersionId',
      when: hasMembers,
    })
    .refine(({ billingCycle, billingDay }) => billingDay === undefined || monthlyFrequencies.includes(billingCycle.frequency), {
      path: ['billingDay'],
      error: 'is for cycles of months',
    })
    .refine(({ activate, trialConfig }) => !(activate && trialConfig), {
      path: ['trialConfig'],
      error: 'is not for a subscription that is activated at once',
      when: hasMembers,
    })
    .refine(({ scheduledPauseAt: pause, scheduledCancelAt: cancel, endDate: end }) => !pause || [cancel, end].every((last) => !last || pause <= last), {
      path: ['scheduledPauseAt'],
      error: 'must not be after the subscription ends',
    })
    .meta({ oneOf: [{ required: ['offerId'] }, { required: ['offerVersionId'] }] }),
  responses: { 201: { description: 'The subscription.', body: subscription, headers: { Location: 'The subscription' } } },
  problems: [
    'external-code-taken',
    'holder-anonymised',
    'line-in-subscription',
    'offer-not-valid',
    'product-already-there',
    'time-has-passed',
    'unknown-holder',
    'unknown-lines',
    'unknown-offer',
    'unknown-product',
  ],
});
