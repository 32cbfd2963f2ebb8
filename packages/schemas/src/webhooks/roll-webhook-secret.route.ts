import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { newWebhookEndpoint } from './webhook-endpoint.ts';

export const rollWebhookSecretRoute = defineRoute({
  name: 'rollWebhookSecret',
  method: 'post',
  path: '/webhook-endpoints/{id}/roll-secret',
  tag: 'webhooks',
  summary: 'Replace the secret of a webhook endpoint',
  description:
    'Until the old secret ends, each delivery has the signatures of both. An older secret that has not ended yet ends with the old one. ' +
    'The response to a repetition with the same `Idempotency-Key` has everything but `secret`: roll again if the first response was lost.',
  scope: 'webhooks:write',
  shownOnce: 'secret',
  params: z.strictObject({ id: z.uuid() }),
  body: z
    .strictObject({
      oldSecretEndsInSeconds: z
        .int()
        .min(0)
        .max(259_200)
        .default(86_400)
        .meta({ description: '0 ends it at once, 259200 after 72 hours; a day by default.' }),
    })
    .default({ oldSecretEndsInSeconds: 86_400 }),
  responses: {
    200: { description: 'The endpoint with its new secret, which is returned only once.', body: newWebhookEndpoint },
  },
  problems: ['not-found', 'webhook-endpoint-busy', 'secrets-not-configured'],
});
