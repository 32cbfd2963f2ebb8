import { implement } from '@linework/http/implement';
import { createWebhookEndpointRoute } from '@linework/schemas/webhooks/webhook-endpoints.routes';
import { assertAddress } from '@linework/webhooks/address/assert-address';
import { createEndpoint } from '@linework/webhooks/endpoints/create-endpoint';
import type { Deps } from '../deps.ts';
import { assertReadsEvents } from './assert-reads-events.ts';

export const createWebhookEndpoint = implement(
  createWebhookEndpointRoute,
  async ({ body, caller }, { db, keyWrapper, webhooks }: Deps) => {
    assertReadsEvents(caller);
    await assertAddress(body.url, webhooks.addressPolicy);
    const endpoint = await createEndpoint(
      { db, keyWrapper, endpointLimit: webhooks.endpointLimit },
      { ...body, caller },
    );
    return { status: 201, body: endpoint, headers: { Location: `/webhook-endpoints/${endpoint.id}` } };
  },
);
