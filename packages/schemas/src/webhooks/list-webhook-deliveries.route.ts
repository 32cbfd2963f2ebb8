import { defineRoute } from '@linework/http/define-route';
import { listFromText, wholeNumberFromText } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { eventTypes } from '../events.ts';
import { webhookDeliveryLifecycle } from './webhook-delivery.lifecycle.ts';
import { webhookCauses, webhookDelivery } from './webhook-delivery.ts';

export const listWebhookDeliveriesRoute = defineRoute({
  name: 'listWebhookDeliveries',
  method: 'get',
  path: '/webhook-deliveries',
  tag: 'webhooks',
  summary: 'List webhook deliveries',
  description:
    'Lists the deliveries of the broker, by default the newest first. They are kept for 30 days, unless the operator chose another time.',
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
