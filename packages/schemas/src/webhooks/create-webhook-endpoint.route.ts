import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { newWebhookEndpoint } from './webhook-endpoint.ts';
import {
  webhookDescription,
  webhookOrdering,
  webhookPayload,
  webhookSignature,
  webhookTypes,
  webhookUrl,
} from './webhook-endpoint-details.ts';

export const createWebhookEndpointRoute = defineRoute({
  name: 'createWebhookEndpoint',
  method: 'post',
  path: '/webhook-endpoints',
  tag: 'webhooks',
  summary: 'Create a webhook endpoint',
  description:
    'The endpoint gets each event that happens from now on and that it names. Personal data is masked as for the key that chooses the address. ' +
    'The endpoint of an operator gets the events of every broker. Needs `events:read` as well. When the key ends, the endpoint is disabled; a rolled key passes it on. ' +
    'In the console this needs the role administrator: such an endpoint gets masked events, and ends with the person. ' +
    'The response to a repetition with the same `Idempotency-Key` has everything but `secret`: roll the secret if the first response was lost.',
  scope: 'webhooks:write',
  shownOnce: 'secret',
  body: z.strictObject({
    brokerId: z
      .uuid()
      .optional()
      .meta({ description: 'With the key of an operator: the owner. Leave it out for an endpoint of the operator.' }),
    url: webhookUrl,
    types: webhookTypes.default(['*']),
    resourceId: z.uuid().optional().meta({ description: 'Sends only events of this record.' }),
    payload: webhookPayload.default('full'),
    ordering: webhookOrdering.default('none'),
    signature: webhookSignature.default('hmac'),
    description: webhookDescription.optional(),
  }),
  responses: {
    201: {
      description: 'The endpoint, with its secret, which is returned only once.',
      body: newWebhookEndpoint,
      headers: { Location: 'The endpoint' },
    },
  },
  problems: [
    'other-broker',
    'unknown-broker',
    'webhook-url-refused',
    'too-many-webhook-endpoints',
    'secrets-not-configured',
  ],
});
