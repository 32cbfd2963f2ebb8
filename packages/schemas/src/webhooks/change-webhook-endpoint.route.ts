import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { webhookEndpoint } from './webhook-endpoint.ts';
import {
  webhookDescription,
  webhookOrdering,
  webhookPayload,
  webhookTypes,
  webhookUrl,
} from './webhook-endpoint-details.ts';

export const changeWebhookEndpointRoute = defineRoute({
  name: 'changeWebhookEndpoint',
  method: 'patch',
  path: '/webhook-endpoints/{id}',
  tag: 'webhooks',
  summary: 'Change a webhook endpoint',
  description:
    'Absent members stay unchanged; null removes a member. Deliveries that wait use the new address and payload. Changed types apply to events from now on. ' +
    'Personal data is then masked as for the key of this request, if it changes the address or the payload; ' +
    'an endpoint whose address a person chose gets masked events. Needs `events:read` as well.',
  scope: 'webhooks:write',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    url: webhookUrl.optional(),
    types: webhookTypes.optional(),
    resourceId: z.uuid().nullable().optional(),
    payload: webhookPayload.optional(),
    ordering: webhookOrdering.optional(),
    description: webhookDescription.nullable().optional(),
  }),
  responses: { 200: { description: 'The changed endpoint.', body: webhookEndpoint } },
  problems: ['not-found', 'webhook-endpoint-busy', 'webhook-url-refused'],
});
