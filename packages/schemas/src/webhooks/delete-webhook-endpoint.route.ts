import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';

export const deleteWebhookEndpointRoute = defineRoute({
  name: 'deleteWebhookEndpoint',
  method: 'delete',
  path: '/webhook-endpoints/{id}',
  tag: 'webhooks',
  summary: 'Delete a webhook endpoint',
  description:
    'Its open and held deliveries fail with the reason `endpoint-deleted`. They stay in the list of deliveries. Events stay in the feed.',
  scope: 'webhooks:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 204: { description: 'Deleted.' } },
  problems: ['not-found', 'webhook-endpoint-busy'],
});
