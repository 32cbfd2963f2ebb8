import { implement } from '@linework/http/implement';
import { testWebhookEndpointRoute } from '@linework/schemas/webhooks/test-webhook-endpoint.route';
import { sendSample } from '@linework/webhooks/deliveries/send-sample';
import type { Deps } from '../deps.ts';
import { assertReadsEvents } from './assert-reads-events.ts';

export const testWebhookEndpoint = implement(testWebhookEndpointRoute, async ({ params, body, caller }, { db, webhooks }: Deps) => {
  assertReadsEvents(caller);
  return { status: 200, body: await sendSample(db, { ...body, caller, endpointId: params.id }, { limitMs: webhooks.sampleLimitMs }) };
});
