import { defineRoute } from '@linework/http/define-route';
import { listFromText, wholeNumberFromText } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { eventTypes } from '../events.ts';
import { webhookDeliveryLifecycle } from '../lifecycles/webhook-delivery.lifecycle.ts';
import { webhookCauses, webhookDelivery, webhookDeliveryWithAttempts } from './webhook-delivery.ts';

export const listWebhookDeliveriesRoute = defineRoute({
  name: 'listWebhookDeliveries',
  method: 'get',
  path: '/webhook-deliveries',
  tag: 'webhooks',
  summary: 'List webhook deliveries',
  description:
    'Lists the deliveries of the broker, by default the newest first. They are kept for 30 days, unless the ' +
    'operator chose another time.',
  scope: 'webhooks:read',
  query: listQuery({
    sortBy: { createdAt: 'time' },
    filters: {
      ...timeFilters,
      endpointId: listFromText(z.uuid()).optional(),
      status: listFromText(z.enum(webhookDeliveryLifecycle.statuses)).optional(),
      type: listFromText(z.enum(eventTypes)).optional(),
      cause: listFromText(z.enum(webhookCauses)).optional(),
      causeId: listFromText(z.uuid()).optional(),
      responseCode: listFromText(wholeNumberFromText({ min: 100, max: 999 })).optional(),
      brokerId: listFromText(z.uuid()).optional(),
    },
  }),
  responses: {
    200: {
      description: 'One page of deliveries.',
      body: pagedEnvelope(webhookDelivery),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

export const getWebhookDeliveryRoute = defineRoute({
  name: 'getWebhookDelivery',
  method: 'get',
  path: '/webhook-deliveries/{id}',
  tag: 'webhooks',
  summary: 'Get a webhook delivery with its attempts',
  description: 'Each call of the receiver is an attempt, with the first 4 KiB of the response.',
  scope: 'webhooks:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The delivery.', body: webhookDeliveryWithAttempts } },
  problems: ['not-found'],
});

export const resendWebhookDeliveryRoute = defineRoute({
  name: 'resendWebhookDelivery',
  method: 'post',
  path: '/webhook-deliveries/{id}/resend',
  tag: 'webhooks',
  summary: 'Send the event of a delivery again',
  description:
    'A new delivery sends the event again, with the same `webhook-id` and with all its calls. A sample cannot be ' +
    'sent again. Needs `events:read` as well.',
  scope: 'webhooks:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: {
    202: { description: 'The new delivery.', body: webhookDelivery, headers: { Location: 'The delivery' } },
  },
  problems: ['not-found', 'webhook-endpoint-busy', 'too-many-webhook-deliveries', 'webhook-event-unknown'],
});
