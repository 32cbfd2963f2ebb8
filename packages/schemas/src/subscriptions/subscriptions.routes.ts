import { defineRoute } from '@linework/http/define-route';
import { booleanFromText, listFromText } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { timestampFromText } from '@linework/http/time-from-text';
import { z } from 'zod';
import { eventListRequest } from '../events/event-list.ts';
import { subscriptionLifecycle } from '../lifecycles/subscription.lifecycle.ts';
import { withoutCardNumbers } from '../payment-methods/without-card-numbers.ts';
import { freeForm } from '../values/free-form.ts';
import { hasMembers } from '../values/has-members.ts';
import { billingCycle, monthlyFrequencies } from './billing-cycle.ts';
import { changesBehaviors, subscription } from './subscription.ts';
import { subscriptionLine } from './subscription-line.ts';
import { schedule, subscriptionRequest } from './subscription-request.ts';
import { trialConfig } from './trial-config.ts';

export const listSubscriptionsRoute = defineRoute({
  name: 'listSubscriptions',
  method: 'get',
  path: '/subscriptions',
  tag: 'subscriptions',
  summary: 'List subscriptions',
  description: 'Lists the subscriptions of the broker. An operator sees the subscriptions of all brokers.',
  scope: 'subscriptions:read',
  query: listQuery({
    sortBy: { createdAt: 'time' },
    filters: {
      ...timeFilters,
      status: listFromText(z.enum(subscriptionLifecycle.statuses)).optional(),
      brokerId: listFromText(z.uuid()).optional(),
      customerId: listFromText(z.uuid()).optional(),
      externalCode: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .meta({ description: 'A part of the code, case-insensitive.' }),
      isInvoiceLate: booleanFromText.optional().meta({
        description: 'Whether an invoice that was due before today is not made yet. The log of the worker says why.',
      }),
    },
  }),
  responses: {
    200: {
      description: 'One page of subscriptions.',
      body: pagedEnvelope(subscription),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

export const createSubscriptionRoute = defineRoute({
  name: 'createSubscription',
  method: 'post',
  path: '/subscriptions',
  tag: 'subscriptions',
  summary: 'Subscribe a holder to an offer',
  description:
    'The subscription is a DRAFT unless `activate` is true; with `trialConfig` the draft is on trial. An ' +
    '`offerId` selects the current version of the offer. Scheduled times must be in the future. The lines of ' +
    '`lineIds` join the subscription.',
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

export const getSubscriptionRoute = defineRoute({
  name: 'getSubscription',
  method: 'get',
  path: '/subscriptions/{id}',
  tag: 'subscriptions',
  summary: 'Get a subscription',
  description: 'Members without a value are left out.',
  scope: 'subscriptions:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The subscription.', body: subscription } },
  problems: ['not-found'],
});

export const changeSubscriptionRoute = defineRoute({
  ...subscriptionRequest,
  name: 'changeSubscription',
  method: 'patch',
  path: '/subscriptions/{id}',
  summary: 'Change the terms and metadata of a subscription',
  description:
    'Holder, offer, billing cycle and trial cannot change, because invoices depend on them. Products, lines, ' +
    'pauses and the end have their own operations. ' +
    'After the end only `externalCode` and `metadata` can change. `prorateFirstInvoice` can change only while the ' +
    'subscription is a DRAFT.',
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

export const listSubscriptionEventsRoute = defineRoute({
  ...eventListRequest,
  name: 'listSubscriptionEvents',
  path: '/subscriptions/{id}/events',
  tag: 'subscriptions',
  summary: 'List the events of a subscription, oldest first',
  scope: 'subscriptions:read',
});

export const activateSubscriptionRoute = defineRoute({
  ...subscriptionRequest,
  name: 'activateSubscription',
  path: '/subscriptions/{id}/activate',
  summary: 'Activate a subscription',
  description: 'Only a DRAFT can be activated. Its first cycle begins.',
});

export const pauseSubscriptionRoute = defineRoute({
  ...subscriptionRequest,
  problems: [...subscriptionRequest.problems, 'ended-by-then', 'time-has-passed'],
  name: 'pauseSubscription',
  path: '/subscriptions/{id}/pause',
  summary: 'Pause a subscription, now or later',
  description:
    'The subscription is PAUSED at once, and block orders are opened for its ACTIVE lines. A line with another ' +
    'open order gets its block order once that order is settled. ' +
    'A block order that cannot be opened does not stop the pause: a job retries it until it succeeds or the pause ' +
    'ends. ' +
    'Days of a pause are not invoiced, but days that were paid in advance are not credited. A time after the end ' +
    'of the subscription is rejected.',
  body: schedule.default({}),
});

export const resumeSubscriptionRoute = defineRoute({
  ...subscriptionRequest,
  name: 'resumeSubscription',
  path: '/subscriptions/{id}/resume',
  summary: 'Resume a paused subscription',
  description:
    'Unblocks only the lines that the pause has blocked. An unblock order that cannot be opened is retried. The ' +
    'days of the pause are not invoiced.',
});

export const cancelSubscriptionRoute = defineRoute({
  ...subscriptionRequest,
  problems: [...subscriptionRequest.problems, 'time-has-passed'],
  name: 'cancelSubscription',
  path: '/subscriptions/{id}/cancel',
  summary: 'End a subscription, now or later',
  description:
    'Its lines keep their status: those that a pause has blocked stay blocked. The days up to the end are still ' +
    'invoiced.',
  body: schedule.default({}),
});

export const addProductRoute = defineRoute({
  ...subscriptionRequest,
  name: 'addProduct',
  calls: 'catalog',
  path: '/subscriptions/{id}/products',
  summary: 'Add a product to a subscription',
  description:
    'A DRAFT takes any product of the offer. For an ACTIVE subscription `changesBehavior` decides: the product ' +
    'starts at once and the next invoice charges the remaining days, or it starts with the next cycle. A SPOT ' +
    'product is charged once, in full, and may be added again in a later cycle.',
  body: z.strictObject({
    productId: z.uuid().toLowerCase(),
    offerVersionId: z.uuid().optional().meta({ description: 'Defaults to the version that was subscribed to.' }),
  }),
  responses: {
    201: { description: 'The changed subscription.', body: subscription, headers: { Location: 'The subscription' } },
  },
  problems: [
    'not-found',
    'invalid-status-transition',
    'no-changes',
    'offer-not-valid',
    'product-already-there',
    'unknown-offer',
    'unknown-product',
  ],
});

export const removeProductRoute = defineRoute({
  ...subscriptionRequest,
  name: 'removeProduct',
  method: 'delete',
  path: '/subscriptions/{id}/products/{productId}',
  summary: 'Remove a product from a subscription',
  description:
    'A product of a DRAFT is removed at once. For an ACTIVE subscription `changesBehavior` decides: the product ' +
    'ends at once and the next invoice credits the remaining days, or it ends with the cycle.',
  params: z.strictObject({
    id: z.uuid(),
    productId: z.uuid().meta({ description: 'The `id` of the product within the subscription.' }),
  }),
  problems: ['not-found', 'invalid-status-transition', 'no-changes'],
});

export const listSubscriptionLinesRoute = defineRoute({
  name: 'listSubscriptionLines',
  method: 'get',
  path: '/subscriptions/{id}/lines',
  tag: 'subscriptions',
  summary: 'List the lines of a subscription, including former ones',
  description:
    'Lists each membership of a line with the time at which it began and, if it has ended, the time of the end.',
  scope: 'subscriptions:read',
  params: z.strictObject({ id: z.uuid() }),
  query: listQuery({ sortBy: { joinedAt: 'time' }, filters: {} }),
  responses: {
    200: {
      description: 'One page of lines.',
      body: pagedEnvelope(subscriptionLine),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: ['not-found'],
});

export const joinLineRoute = defineRoute({
  ...subscriptionRequest,
  name: 'joinLine',
  path: '/subscriptions/{id}/lines',
  summary: 'Add a line to a subscription',
  description:
    'The line must belong to the holder of the subscription. A line that joins a PAUSED subscription is not blocked.',
  body: z.strictObject({ lineId: z.uuid().toLowerCase() }),
  problems: ['not-found', 'invalid-status-transition', 'line-in-subscription', 'unknown-lines'],
});

export const leaveLineRoute = defineRoute({
  ...subscriptionRequest,
  name: 'leaveLine',
  method: 'delete',
  path: '/subscriptions/{id}/lines/{lineId}',
  summary: 'Remove a line from a subscription',
  description: 'A line that a pause has blocked stays blocked, and resuming the subscription does not unblock it.',
  params: z.strictObject({ id: z.uuid(), lineId: z.uuid() }),
  problems: ['not-found'],
});
