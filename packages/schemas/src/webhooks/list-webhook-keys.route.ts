import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';

export const listWebhookKeysRoute = defineRoute({
  name: 'listWebhookKeys',
  method: 'get',
  path: '/.well-known/webhook-keys',
  tag: 'webhooks',
  summary: 'List the public keys of a webhook endpoint',
  description:
    'The keys with which an endpoint with `ed25519` is signed now, the newest first; empty for every other id. Each endpoint has keys of its own, so that no receiver can pass a delivery on to another.',
  scope: null,
  query: z.strictObject({ endpointId: z.uuid() }),
  responses: {
    200: {
      description: 'The public keys.',
      body: z
        .strictObject({
          keys: z.array(
            z.strictObject({
              id: z.uuid(),
              algorithm: z.literal('ed25519'),
              publicKey: z.string().meta({ description: '`whpk_` and the 32 bytes in Base64.' }),
              createdAt: z.iso.datetime(),
              expiresAt: z.iso.datetime().optional(),
            }),
          ),
        })
        .meta({ id: 'WebhookKeySet' }),
    },
  },
  problems: [],
});
