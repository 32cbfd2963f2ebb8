import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listWebhookEndpointsRoute } from '@linework/schemas/webhooks/webhook-endpoints.routes';
import { listEndpoints } from '@linework/webhooks/endpoints/list-endpoints';
import type { Deps } from '../deps.ts';

export const listWebhookEndpoints = implement(
  listWebhookEndpointsRoute,
  async ({ query, caller, url }, { db }: Deps) => {
    const { items, meta, pages } = await listEndpoints(db, caller, query);
    return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
  },
);
