import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { webhookEndpoint } from './webhook-endpoint.ts';

export const getWebhookEndpointRoute = defineRoute({
  name: 'getWebhookEndpoint',
  method: 'get',
  path: '/webhook-endpoints/{id}',
  tag: 'webhooks',
  summary: 'Get a webhook endpoint',
  description: 'The secret is never shown again.',
  scope: 'webhooks:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The endpoint.', body: webhookEndpoint } },
  problems: ['not-found'],
});
