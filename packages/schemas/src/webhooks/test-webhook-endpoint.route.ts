import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { eventType, eventTypes } from '../events.ts';

export const testWebhookEndpointRoute = defineRoute({
  name: 'testWebhookEndpoint',
  method: 'post',
  path: '/webhook-endpoints/{id}/test',
  tag: 'webhooks',
  summary: 'Send a sample to a webhook endpoint',
  description:
    'Sends one signed sample of the type, waits for the response and returns it. It is not repeated. It works while the endpoint is disabled too. ' +
    'Its `webhook-id` is the id of the delivery, and no record has the ids in it. Needs `events:read` as well.',
  scope: 'webhooks:write',
  hasSeveralTransactions: true,
  params: z.strictObject({ id: z.uuid() }),
  body: z
    .strictObject({ type: z.enum(eventTypes).default(eventType('line.activated')) })
    .default({ type: eventType('line.activated') }),
  responses: {
    200: {
      description: 'What the receiver answered.',
      body: z
        .strictObject({
          deliveryId: z.uuid(),
          delivered: z.boolean(),
          responseCode: z.int().optional(),
          reason: z.string().optional().meta({
            description:
              'Why it was not delivered. `no-worker`: no worker sent it in time; `interrupted`: the server stopped before its end.',
          }),
          durationMs: z.int().optional(),
        })
        .meta({ id: 'WebhookTest' }),
    },
  },
  problems: ['not-found'],
});
