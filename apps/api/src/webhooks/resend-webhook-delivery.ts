import { implement } from '@linework/http/implement';
import { resendWebhookDeliveryRoute } from '@linework/schemas/webhooks/webhook-deliveries.routes';
import { resendDelivery } from '@linework/webhooks/deliveries/resend-delivery';
import type { Deps } from '../deps.ts';
import { assertReadsEvents } from './assert-reads-events.ts';

export const resendWebhookDelivery = implement(resendWebhookDeliveryRoute, async ({ params, caller }, { db }: Deps) => {
  assertReadsEvents(caller);
  const delivery = await resendDelivery(db, { caller, deliveryId: params.id });
  return { status: 202, body: delivery, headers: { Location: `/webhook-deliveries/${delivery.id}` } };
});
