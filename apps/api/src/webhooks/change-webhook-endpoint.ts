import { implement } from '@linework/http/implement';
import { changeWebhookEndpointRoute } from '@linework/schemas/webhooks/webhook-endpoints.routes';
import { assertAddress } from '@linework/webhooks/address/assert-address';
import { changeEndpoint } from '@linework/webhooks/endpoints/change-endpoint';
import type { Deps } from '../deps.ts';
import { assertReadsEvents } from './assert-reads-events.ts';

export const changeWebhookEndpoint = implement(
  changeWebhookEndpointRoute,
  async ({ params, body, caller }, { db, webhooks }: Deps) => {
    assertReadsEvents(caller);
    if (body.url !== undefined) await assertAddress(body.url, webhooks.addressPolicy);
    return { status: 200, body: await changeEndpoint(db, { ...body, caller, endpointId: params.id }) };
  },
);
