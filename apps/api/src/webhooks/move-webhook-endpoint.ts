import { implement } from '@linework/http/implement';
import {
  disableWebhookEndpointRoute,
  enableWebhookEndpointRoute,
} from '@linework/schemas/webhooks/webhook-endpoints.routes';
import { disableEndpoint, enableEndpoint } from '@linework/webhooks/endpoints/move-endpoint';
import type { Deps } from '../deps.ts';
import { assertReadsEvents } from './assert-reads-events.ts';

export const enableWebhookEndpoint = implement(
  enableWebhookEndpointRoute,
  async ({ params, body, caller }, { db }: Deps) => {
    assertReadsEvents(caller);
    return { status: 200, body: await enableEndpoint(db, { ...body, caller, endpointId: params.id }) };
  },
);

export const disableWebhookEndpoint = implement(
  disableWebhookEndpointRoute,
  async ({ params, caller }, { db }: Deps) => ({
    status: 200,
    body: await disableEndpoint(db, { caller, endpointId: params.id }),
  }),
);
