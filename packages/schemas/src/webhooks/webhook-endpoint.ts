import { z } from 'zod';
import { webhookEndpointLifecycle } from '../lifecycles/webhook-endpoint.lifecycle.ts';
import { webhookOrdering, webhookPayload, webhookSignature } from './webhook-endpoint-details.ts';

const timestamp = z.iso.datetime();

/** An address that gets events, as its client sees it: never its secret. */
export const webhookEndpoint = z
  .strictObject({
    id: z.uuid(),
    brokerId: z
      .uuid()
      .optional()
      .meta({ description: 'Absent on an endpoint of an operator, which gets the events of every broker.' }),
    url: z.string(),
    description: z.string().optional(),
    types: z.array(z.string()),
    resourceId: z.uuid().optional().meta({ description: 'Only events of this record are sent.' }),
    payload: webhookPayload,
    ordering: webhookOrdering,
    signature: webhookSignature,
    publicKey: z.string().optional().meta({ description: 'The public key of an endpoint with `ed25519`.' }),
    status: z.enum(webhookEndpointLifecycle.statuses).exclude(['deleted']),
    disabledReason: z
      .enum(['requested', 'gone', 'failing', 'key-ended'])
      .optional()
      .meta({
        description:
          '`requested` by a request, `gone` because the receiver answered 410, `failing` because no delivery ' +
          'succeeded for days, ' +
          '`key-ended` because the key that chose the address was revoked, has expired or may no longer read ' +
          'events, or the person ' +
          'was disabled or is no administrator any more.',
      }),
    failingSince: timestamp.optional().meta({ description: 'The first failure since the last success.' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'WebhookEndpoint' });

/** An endpoint with its new secret. `secret` is returned only once: a replayed response does not have it. */
export const newWebhookEndpoint = z
  .strictObject({
    ...webhookEndpoint.shape,
    secret: z.string().optional().meta({ description: 'The secret of an endpoint with `hmac`: `whsec_` and Base64.' }),
  })
  .meta({ id: 'NewWebhookEndpoint' });

export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;
