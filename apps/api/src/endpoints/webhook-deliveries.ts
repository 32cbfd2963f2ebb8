import {
  getWebhookDeliveryRoute,
  listWebhookDeliveriesRoute,
  resendWebhookDeliveryRoute,
} from '@linework/schemas/webhooks/webhook-deliveries.routes';
import { findDelivery } from '@linework/webhooks/deliveries/find-delivery';
import { listDeliveries } from '@linework/webhooks/deliveries/list-deliveries';
import { resendDelivery } from '@linework/webhooks/deliveries/resend-delivery';
import { endpoint, page, record } from '../request/endpoint.ts';
import { assertReadsEvents } from './webhook-endpoints.ts';

export const webhookDeliveries = {
  '/webhook-deliveries': {
    get: page(listWebhookDeliveriesRoute, ({ query, caller }, { db }) => listDeliveries(db, caller, query)),
    '/{id}': {
      get: record(getWebhookDeliveryRoute, ({ params, caller }, { db }) =>
        findDelivery(db, { caller, deliveryId: params.id }),
      ),
      '/resend': {
        post: endpoint(resendWebhookDeliveryRoute, async ({ params, caller }, { db }) => {
          assertReadsEvents(caller);
          const delivery = await resendDelivery(db, { caller, deliveryId: params.id });
          return { status: 202, body: delivery, headers: { Location: `/webhook-deliveries/${delivery.id}` } };
        }),
      },
    },
  },
} as const;
