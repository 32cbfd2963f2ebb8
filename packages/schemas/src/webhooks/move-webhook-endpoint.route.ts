import { defineRoute } from '@linework/http/define-route';
import { timestampFromText } from '@linework/http/time-from-text';
import { z } from 'zod';
import { webhookEndpoint } from './webhook-endpoint.ts';

const shared = {
  method: 'post',
  tag: 'webhooks',
  scope: 'webhooks:write',
  params: z.strictObject({ id: z.uuid() }),
} as const;

export const enableWebhookEndpointRoute = defineRoute({
  ...shared,
  name: 'enableWebhookEndpoint',
  path: '/webhook-endpoints/{id}/enable',
  summary: 'Enable a webhook endpoint, and decide about its held events',
  description:
    'Events that happened while the endpoint was disabled are held. The ones that are not delivered now fail with the reason `not-wanted`. ' +
    'Many of them are released in pieces, and nothing is sent before the last one. ' +
    'If the key or the person that chose the address has ended, the endpoint gets from now on what the caller of this request may see; ' +
    'in the console only an administrator enables it. Needs `events:read` as well.',
  body: z
    .strictObject({
      deliver: z
        .enum(['all', 'none', 'since'])
        .default('all')
        .meta({ description: 'Which held events are delivered now.' }),
      since: timestampFromText.optional().meta({ description: 'With `since`: the events from this time on.' }),
    })
    .refine(({ deliver, since }) => (deliver === 'since') === (since !== undefined), {
      path: ['since'],
      error: 'is required with deliver `since` and not allowed otherwise',
    })
    .default({ deliver: 'all' })
    .meta({ example: { deliver: 'all' } }),
  responses: { 200: { description: 'The enabled endpoint.', body: webhookEndpoint } },
  problems: ['not-found', 'invalid-status-transition', 'webhook-endpoint-busy'],
});

export const disableWebhookEndpointRoute = defineRoute({
  ...shared,
  name: 'disableWebhookEndpoint',
  path: '/webhook-endpoints/{id}/disable',
  summary: 'Disable a webhook endpoint',
  description:
    'Nothing more is sent from now on, except that a call that has begun may still be delivered. Open deliveries are held, many of them in pieces within ' +
    'seconds, and so are the events from now on.',
  responses: { 200: { description: 'The disabled endpoint.', body: webhookEndpoint } },
  problems: ['not-found', 'invalid-status-transition', 'webhook-endpoint-busy'],
});
