import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { webhookDeliveryWithAttempts } from './webhook-delivery.ts';

export const getWebhookDeliveryRoute = defineRoute({
  name: 'getWebhookDelivery',
  method: 'get',
  path: '/webhook-deliveries/{id}',
  tag: 'webhooks',
  summary: 'Get a webhook delivery with its attempts',
  description: 'Each call of the receiver is an attempt, with the first 4 KiB of the response.',
  scope: 'webhooks:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The delivery.', body: webhookDeliveryWithAttempts } },
  problems: ['not-found'],
});
