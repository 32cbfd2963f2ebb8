import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listWebhookDeliveriesRoute } from '@linework/schemas/webhooks/webhook-deliveries.routes';
import { listDeliveries } from '@linework/webhooks/deliveries/list-deliveries';
import type { Deps } from '../deps.ts';

export const listWebhookDeliveries = implement(
  listWebhookDeliveriesRoute,
  async ({ query, caller, url }, { db }: Deps) => {
    const { items, meta, pages } = await listDeliveries(db, caller, query);
    return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
  },
);
