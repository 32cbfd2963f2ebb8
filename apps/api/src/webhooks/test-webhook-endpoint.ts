import { implement } from '@linework/http/implement';
import { ClientDisconnected } from '@linework/http/open-stream';
import { testWebhookEndpointRoute } from '@linework/schemas/webhooks/webhook-endpoints.routes';
import { sendSample } from '@linework/webhooks/deliveries/send-sample';
import type { Deps } from '../deps.ts';
import { assertReadsEvents } from './assert-reads-events.ts';

export const testWebhookEndpoint = implement(
  testWebhookEndpointRoute,
  async ({ params, body, caller, hold }, deps: Deps) => {
    assertReadsEvents(caller);
    let disconnected: AbortSignal | undefined;
    const beginWaiting = () => {
      disconnected = hold();
      return AbortSignal.any([disconnected, deps.stopping]);
    };
    const wait = { limitMs: deps.webhooks.sampleLimitMs, waiter: deps.sampleWaiter, beginWaiting };
    const result = await sendSample(deps.db, { ...body, caller, endpointId: params.id }, wait);
    // With an `Idempotency-Key` a result that nobody has waited for would be stored.
    if (disconnected?.aborted) throw new ClientDisconnected('The client disconnected before the end of its sample.');
    return { status: 200, body: result };
  },
);
