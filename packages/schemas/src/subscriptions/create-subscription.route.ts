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
    'The subscription is a DRAFT unless `activate` is true; with `trialConfig` the draft is on trial. An `offerId` selects the current version of the offer. Scheduled times must be in the future. The lines of `lineIds` join the subscription.',
  scope: 'subscriptions:write',
  calls: 'catalog',
  body: z
    .strictObject({
      customerId: z.uuid().meta({ description: 'The id of the holder.' }),
      offerId: z.uuid().optional(),
      offerVersionId: z.uuid().optional(),
      productIds: z
        .array(z.uuid().toLowerCase())
        .min(1)
        .max(100)
        .optional()
        .meta({ description: 'Products of the version; defaults to all its RECURRING products.' }),
      billingCycle,
      billingDay: z.int().min(1).max(31).optional().meta({
        description: 'Day of the month, for cycles of whole months only; defaults to the day of the activation.',
      }),
      changesBehavior: z.enum(changesBehaviors).default('IMMEDIATE_WITH_PRORATE'),
      invoiceApprovalRequired: z.boolean().default(false),
      prorateFirstInvoice: z.boolean().default(false),
      trialConfig: trialConfig.optional(),
      scheduledPauseAt: timestampFromText.optional(),
      scheduledCancelAt: timestampFromText.optional(),
      endDate: timestampFromText.optional(),
      externalCode: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .meta({ description: 'Unique among the subscriptions of a broker.' }),
      metadata: withoutCardNumbers(freeForm).default({}),
      lineIds: z.array(z.uuid().toLowerCase()).min(1).max(1_000).optional(),
      activate: z.boolean().default(false),
    })
    .refine((body) => (body.offerId === undefined) !== (body.offerVersionId === undefined), {
      error: 'must have either offerId or offerVersionId',
      when: hasMembers,
    })
    .refine(
      ({ billingCycle, billingDay }) => billingDay === undefined || monthlyFrequencies.includes(billingCycle.frequency),
      {
        path: ['billingDay'],
        error: 'is only allowed for cycles of whole months',
      },
    )
    .refine(({ activate, trialConfig }) => !(activate && trialConfig), {
      path: ['trialConfig'],
      error: 'cannot be combined with activate',
      when: hasMembers,
    })
    .refine(
      ({ scheduledPauseAt: pause, scheduledCancelAt: cancel, endDate: end }) =>
        !pause || [cancel, end].every((last) => !last || pause <= last),
      {
        path: ['scheduledPauseAt'],
        error: 'must not be after the subscription ends',
      },
    )
    .meta({ oneOf: [{ required: ['offerId'] }, { required: ['offerVersionId'] }] }),
  responses: {
    201: { description: 'The new subscription.', body: subscription, headers: { Location: 'The subscription' } },
  },
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
