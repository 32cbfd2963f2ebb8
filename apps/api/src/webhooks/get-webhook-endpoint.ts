import { implement } from '@linework/http/implement';
import { getWebhookEndpointRoute } from '@linework/schemas/webhooks/webhook-endpoints.routes';
import { findEndpoint } from '@linework/webhooks/endpoints/find-endpoint';
import type { Deps } from '../deps.ts';

export const getWebhookEndpoint = implement(getWebhookEndpointRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await findEndpoint(db, { caller, endpointId: params.id }),
}));
