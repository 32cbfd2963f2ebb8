import { implement } from '@linework/http/implement';
import { deleteWebhookEndpointRoute } from '@linework/schemas/webhooks/webhook-endpoints.routes';
import { deleteEndpoint } from '@linework/webhooks/endpoints/delete-endpoint';
import type { Deps } from '../deps.ts';

export const deleteWebhookEndpoint = implement(deleteWebhookEndpointRoute, async ({ params, caller }, { db }: Deps) => {
  await deleteEndpoint(db, { caller, endpointId: params.id });
  return { status: 204 };
});
