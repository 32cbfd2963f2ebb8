import { implement } from '@linework/http/implement';
import { resendWebhookDeliveryRoute } from '@linework/schemas/webhooks/resend-webhook-delivery.route';
import { resendDelivery } from '@linework/webhooks/deliveries/resend-delivery';
import type { Deps } from '../deps.ts';

export const resendWebhookDelivery = implement(resendWebhookDeliveryRoute, async ({ params, caller }, { db }: Deps) => {
  const delivery = await resendDelivery(db, { caller, deliveryId: params.id });
  return { status: 202, body: delivery, headers: { Location: `/webhook-deliveries/${delivery.id}` } };
});
