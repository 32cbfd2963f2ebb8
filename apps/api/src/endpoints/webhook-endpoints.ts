import { type Caller, hasScope } from '@linework/auth/caller';
import { ClientDisconnected } from '@linework/http/open-stream';
import { missingScope } from '@linework/problem-details/make-problem';
import {
  changeWebhookEndpointRoute,
  createWebhookEndpointRoute,
  deleteWebhookEndpointRoute,
  disableWebhookEndpointRoute,
  enableWebhookEndpointRoute,
  getWebhookEndpointRoute,
  listWebhookEndpointsRoute,
  listWebhookKeysRoute,
  replayWebhookEventsRoute,
  rollWebhookSecretRoute,
  testWebhookEndpointRoute,
} from '@linework/schemas/webhooks/webhook-endpoints.routes';
import { assertAddress } from '@linework/webhooks/address/assert-address';
import { sendSample } from '@linework/webhooks/deliveries/send-sample';
import { changeEndpoint } from '@linework/webhooks/endpoints/change-endpoint';
import { createEndpoint } from '@linework/webhooks/endpoints/create-endpoint';
import { deleteEndpoint } from '@linework/webhooks/endpoints/delete-endpoint';
import { findEndpoint } from '@linework/webhooks/endpoints/find-endpoint';
import { listEndpoints } from '@linework/webhooks/endpoints/list-endpoints';
import { listPublicKeys } from '@linework/webhooks/endpoints/list-public-keys';
import { disableEndpoint, enableEndpoint } from '@linework/webhooks/endpoints/move-endpoint';
import { rollSecret } from '@linework/webhooks/endpoints/roll-secret';
import { replayEvents } from '@linework/webhooks/replays/replay-events';
import { endpoint, noContent, page, record } from '../request/endpoint.ts';

const testWebhookEndpointEndpoint = endpoint(testWebhookEndpointRoute, async ({ params, body, caller, hold }, deps) => {
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
});

export const webhookEndpoints = {
  '/webhook-endpoints': {
    get: page(listWebhookEndpointsRoute, ({ query, caller }, { db }) => listEndpoints(db, caller, query)),
    post: endpoint(createWebhookEndpointRoute, async ({ body, caller }, { db, keyWrapper, webhooks }) => {
      assertReadsEvents(caller);
      await assertAddress(body.url, webhooks.addressPolicy);
      const endpoint = await createEndpoint(
        { db, keyWrapper, endpointLimit: webhooks.endpointLimit },
        { ...body, caller },
      );
      return { status: 201, body: endpoint, headers: { Location: `/webhook-endpoints/${endpoint.id}` } };
    }),
    '/{id}': {
      get: record(getWebhookEndpointRoute, ({ params, caller }, { db }) =>
        findEndpoint(db, { caller, endpointId: params.id }),
      ),
      patch: endpoint(changeWebhookEndpointRoute, async ({ params, body, caller }, { db, webhooks }) => {
        assertReadsEvents(caller);
        if (body.url !== undefined) await assertAddress(body.url, webhooks.addressPolicy);
        return { status: 200, body: await changeEndpoint(db, { ...body, caller, endpointId: params.id }) };
      }),
      delete: noContent(deleteWebhookEndpointRoute, ({ params, caller }, { db }) =>
        deleteEndpoint(db, { caller, endpointId: params.id }),
      ),
      '/roll-secret': {
        post: record(rollWebhookSecretRoute, ({ params, body, caller }, { db, keyWrapper }) =>
          rollSecret({ db, keyWrapper }, { ...body, caller, endpointId: params.id }),
        ),
      },
      '/test': { post: testWebhookEndpointEndpoint },
      '/enable': {
        post: endpoint(enableWebhookEndpointRoute, async ({ params, body, caller }, { db }) => {
          assertReadsEvents(caller);
          return { status: 200, body: await enableEndpoint(db, { ...body, caller, endpointId: params.id }) };
        }),
      },
      '/disable': {
        post: record(disableWebhookEndpointRoute, ({ params, caller }, { db }) =>
          disableEndpoint(db, { caller, endpointId: params.id }),
        ),
      },
      '/replays': {
        post: endpoint(replayWebhookEventsRoute, async ({ params, body, caller }, { db }) => {
          assertReadsEvents(caller);
          const replay = await replayEvents(db, { ...body, caller, endpointId: params.id });
          return { status: 200, body: body.dryRun ? { count: replay.count } : replay };
        }),
      },
    },
  },
  '/.well-known/webhook-keys': {
    get: endpoint(listWebhookKeysRoute, async ({ query }, { db }) => ({
      status: 200,
      body: { keys: await listPublicKeys(db, query.endpointId) },
    })),
  },
} as const;

/**
 * An endpoint gets what the feed shows, so whoever makes events go to one needs the scope of the feed as well. Raises
 * missing-scope.
 */
export function assertReadsEvents(caller: Caller): void {
  if (!hasScope(caller, 'events:read')) throw missingScope('events:read');
}
