import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { webhookEndpoint } from './webhook-endpoint.ts';

export const listWebhookEndpointsRoute = defineRoute({
  name: 'listWebhookEndpoints',
  method: 'get',
  path: '/webhook-endpoints',
  tag: 'webhooks',
  summary: 'List webhook endpoints',
  description: 'Lists the endpoints that exist, by default the newest first.',
  scope: 'webhooks:read',
  query: listQuery({
    sortBy: { createdAt: 'time' },
    filters: {
      status: listFromText(z.enum(['enabled', 'disabled'])).optional(),
      brokerId: listFromText(z.uuid()).optional(),
    },
  }),
  responses: {
    200: {
      description: 'One page of endpoints.',
      body: pagedEnvelope(webhookEndpoint),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});
