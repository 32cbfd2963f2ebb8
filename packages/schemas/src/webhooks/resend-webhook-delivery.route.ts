import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { webhookDelivery } from './webhook-delivery.ts';

export const resendWebhookDeliveryRoute = defineRoute({
  name: 'resendWebhookDelivery',
  method: 'post',
  path: '/webhook-deliveries/{id}/resend',
  tag: 'webhooks',
  summary: 'Send the event of a delivery again',
  description:
    'A new delivery sends the event again, with the same `webhook-id` and with all its tries. A sample cannot be sent again. Needs `events:read` as well.',
  scope: 'webhooks:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: {
    202: { description: 'The new delivery.', body: webhookDelivery, headers: { Location: 'The delivery' } },
  },
  problems: ['not-found', 'webhook-endpoint-busy', 'too-many-webhook-deliveries', 'webhook-event-unknown'],
});
