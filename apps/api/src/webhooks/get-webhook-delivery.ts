import { implement } from '@linework/http/implement';
import { getWebhookDeliveryRoute } from '@linework/schemas/webhooks/webhook-deliveries.routes';
import { findDelivery } from '@linework/webhooks/deliveries/find-delivery';
import type { Deps } from '../deps.ts';

export const getWebhookDelivery = implement(getWebhookDeliveryRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await findDelivery(db, { caller, deliveryId: params.id }),
}));
