import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { timestampFromText } from '@linework/http/time-from-text';
import { z } from 'zod';
import { eventType, eventTypes } from '../events.ts';
import { newWebhookEndpoint, webhookEndpoint } from './webhook-endpoint.ts';
import {
  webhookDescription,
  webhookOrdering,
  webhookPayload,
  webhookSignature,
  webhookTypes,
  webhookUrl,
} from './webhook-endpoint-details.ts';

export const listWebhookEndpointsRoute = defineRoute({
  name: 'listWebhookEndpoints',
  method: 'get',
  path: '/webhook-endpoints',
  tag: 'webhooks',
  summary: 'List webhook endpoints',
  description: 'Lists the endpoints that exist, by default the newest first.',
  scope: 'webhooks:read',
  query: listQuery({
    sortBy: { createdAt: 'time' },
    filters: {
      status: listFromText(z.enum(['enabled', 'disabled'])).optional(),
      brokerId: listFromText(z.uuid()).optional(),
    },
  }),
  responses: {
    200: {
      description: 'One page of endpoints.',
      body: pagedEnvelope(webhookEndpoint),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

export const createWebhookEndpointRoute = defineRoute({
  name: 'createWebhookEndpoint',
  method: 'post',
  path: '/webhook-endpoints',
  tag: 'webhooks',
  summary: 'Create a webhook endpoint',
  description:
    'The endpoint gets each event that happens from now on and that it names. Personal data is masked as for the ' +
    'key that chooses the address. ' +
    'The endpoint of an operator gets the events of every broker. Needs `events:read` as well. When the key ends, ' +
    'the endpoint is disabled; a rolled key passes it on. ' +
    'In the console this needs the role administrator: such an endpoint gets masked events, and ends with the ' +
    'person. ' +
    'The response to a repetition with the same `Idempotency-Key` has everything but `secret`: roll the secret if ' +
    'the first response was lost.',
  scope: 'webhooks:write',
  shownOnce: 'secret',
  body: z.strictObject({
    brokerId: z
      .uuid()
      .optional()
      .meta({ description: 'With the key of an operator: the owner. Leave it out for an endpoint of the operator.' }),
    url: webhookUrl,
    types: webhookTypes.default(['*']),
    resourceId: z.uuid().optional().meta({ description: 'Sends only events of this record.' }),
    payload: webhookPayload.default('full'),
    ordering: webhookOrdering.default('none'),
    signature: webhookSignature.default('hmac'),
    description: webhookDescription.optional(),
  }),
  responses: {
    201: {
      description: 'The endpoint, with its secret, which is returned only once.',
      body: newWebhookEndpoint,
      headers: { Location: 'The endpoint' },
    },
  },
  problems: [
    'other-broker',
    'unknown-broker',
    'webhook-url-refused',
    'too-many-webhook-endpoints',
    'secrets-not-configured',
  ],
});

export const getWebhookEndpointRoute = defineRoute({
  name: 'getWebhookEndpoint',
  method: 'get',
  path: '/webhook-endpoints/{id}',
  tag: 'webhooks',
  summary: 'Get a webhook endpoint',
  description: 'The secret is never shown again.',
  scope: 'webhooks:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The endpoint.', body: webhookEndpoint } },
  problems: ['not-found'],
});

export const changeWebhookEndpointRoute = defineRoute({
  name: 'changeWebhookEndpoint',
  method: 'patch',
  path: '/webhook-endpoints/{id}',
  tag: 'webhooks',
  summary: 'Change a webhook endpoint',
  description:
    'Absent members stay unchanged; null removes a member. Deliveries that wait use the new address and payload. ' +
    'Changed types apply to events from now on. ' +
    'Personal data is then masked as for the key of this request, if it changes the address or the payload; ' +
    'an endpoint whose address a person chose gets masked events. Needs `events:read` as well.',
  scope: 'webhooks:write',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    url: webhookUrl.optional(),
    types: webhookTypes.optional(),
    resourceId: z.uuid().nullable().optional(),
    payload: webhookPayload.optional(),
    ordering: webhookOrdering.optional(),
    description: webhookDescription.nullable().optional(),
  }),
  responses: { 200: { description: 'The changed endpoint.', body: webhookEndpoint } },
  problems: ['not-found', 'webhook-endpoint-busy', 'webhook-url-refused'],
});

export const deleteWebhookEndpointRoute = defineRoute({
  name: 'deleteWebhookEndpoint',
  method: 'delete',
  path: '/webhook-endpoints/{id}',
  tag: 'webhooks',
  summary: 'Delete a webhook endpoint',
  description:
    'Its open and held deliveries fail with the reason `endpoint-deleted`. They stay in the list of deliveries. ' +
    'Events stay in the feed.',
  scope: 'webhooks:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 204: { description: 'Deleted.' } },
  problems: ['not-found', 'webhook-endpoint-busy'],
});

export const rollWebhookSecretRoute = defineRoute({
  name: 'rollWebhookSecret',
  method: 'post',
  path: '/webhook-endpoints/{id}/roll-secret',
  tag: 'webhooks',
  summary: 'Replace the secret of a webhook endpoint',
  description:
    'Until the old secret ends, each delivery has the signatures of both. An older secret that has not ended yet ' +
    'ends with the old one. ' +
    'The response to a repetition with the same `Idempotency-Key` has everything but `secret`: roll again if the ' +
    'first response was lost.',
  scope: 'webhooks:write',
  shownOnce: 'secret',
  params: z.strictObject({ id: z.uuid() }),
  body: z
    .strictObject({
      oldSecretEndsInSeconds: z
        .int()
        .min(0)
        .max(259_200)
        .default(86_400)
        .meta({ description: '0 ends it at once, 259200 after 72 hours; a day by default.' }),
    })
    .default({ oldSecretEndsInSeconds: 86_400 }),
  responses: {
    200: { description: 'The endpoint with its new secret, which is returned only once.', body: newWebhookEndpoint },
  },
  problems: ['not-found', 'webhook-endpoint-busy', 'secrets-not-configured'],
});

export const testWebhookEndpointRoute = defineRoute({
  name: 'testWebhookEndpoint',
  method: 'post',
  path: '/webhook-endpoints/{id}/test',
  tag: 'webhooks',
  summary: 'Send a sample to a webhook endpoint',
  description:
    'Sends one signed sample of the type, waits for the response and returns it. It is not repeated. It works ' +
    'while the endpoint is disabled too. ' +
    'Its `webhook-id` is the id of the delivery, and no record has the ids in it. Needs `events:read` as well.',
  scope: 'webhooks:write',
  hasSeveralTransactions: true,
  params: z.strictObject({ id: z.uuid() }),
  body: z
    .strictObject({ type: z.enum(eventTypes).default(eventType('line.activated')) })
    .default({ type: eventType('line.activated') }),
  responses: {
    200: {
      description: 'What the receiver answered.',
      body: z
        .strictObject({
          deliveryId: z.uuid(),
          delivered: z.boolean(),
          responseCode: z.int().optional(),
          reason: z
            .string()
            .optional()
            .meta({
              description:
                'Why it was not delivered. `no-worker`: no worker sent it in time; `interrupted`: the server ' +
                'stopped before its end.',
            }),
          durationMs: z.int().optional(),
        })
        .meta({ id: 'WebhookTest' }),
    },
  },
  problems: ['not-found'],
});

const shared = {
  method: 'post',
  tag: 'webhooks',
  scope: 'webhooks:write',
  params: z.strictObject({ id: z.uuid() }),
} as const;

export const enableWebhookEndpointRoute = defineRoute({
  ...shared,
  name: 'enableWebhookEndpoint',
  path: '/webhook-endpoints/{id}/enable',
  summary: 'Enable a webhook endpoint, and decide about its held events',
  description:
    'Events that happened while the endpoint was disabled are held. The ones that are not delivered now fail with ' +
    'the reason `not-wanted`. ' +
    'Many of them are released in chunks, and nothing is sent before the last one. ' +
    'If the key or the person that chose the address has ended, the endpoint gets from now on what the caller of ' +
    'this request may see; ' +
    'in the console only an administrator enables it. Needs `events:read` as well.',
  body: z
    .strictObject({
      deliver: z
        .enum(['all', 'none', 'since'])
        .default('all')
        .meta({ description: 'Which held events are delivered now.' }),
      since: timestampFromText.optional().meta({ description: 'With `since`: the events from this time on.' }),
    })
    .refine(({ deliver, since }) => (deliver === 'since') === (since !== undefined), {
      path: ['since'],
      error: 'is required with deliver `since` and not allowed otherwise',
    })
    .default({ deliver: 'all' })
    .meta({ example: { deliver: 'all' } }),
  responses: { 200: { description: 'The enabled endpoint.', body: webhookEndpoint } },
  problems: ['not-found', 'invalid-status-transition', 'webhook-endpoint-busy'],
});

export const disableWebhookEndpointRoute = defineRoute({
  ...shared,
  name: 'disableWebhookEndpoint',
  path: '/webhook-endpoints/{id}/disable',
  summary: 'Disable a webhook endpoint',
  description:
    'Nothing more is sent from now on, except that a call that has begun may still be delivered. Open deliveries ' +
    'are held, many of them in chunks within ' +
    'seconds, and so are the events from now on.',
  responses: { 200: { description: 'The disabled endpoint.', body: webhookEndpoint } },
  problems: ['not-found', 'invalid-status-transition', 'webhook-endpoint-busy'],
});

const position = z.int().min(1).max(999_999_999_999_999);

export const replayWebhookEventsRoute = defineRoute({
  name: 'replayWebhookEvents',
  method: 'post',
  path: '/webhook-endpoints/{id}/replays',
  tag: 'webhooks',
  summary: 'Send events of the past to a webhook endpoint',
  description:
    'Takes the events from the feed that the endpoint would get and that every given member selects, at most ' +
    '10,000 of them. Each keeps its id. ' +
    '`missingSince` selects the events from that time on that have no delivery that is delivered or open. With ' +
    '`dryRun` nothing is sent. Needs `events:read` as well. ' +
    'An endpoint has one replay at a time, and none that would give it more than 50,000 deliveries that wait or ' +
    'are held.',
  scope: 'webhooks:write',
  cost: 'replay',
  params: z.strictObject({ id: z.uuid() }),
  body: z
    .strictObject({
      eventId: z.uuid().optional().meta({ description: 'This event.' }),
      fromPosition: position.optional().meta({ description: 'From this position on, inclusive.' }),
      toPosition: position.optional().meta({ description: 'Up to this position, inclusive.' }),
      types: webhookTypes.optional(),
      resourceId: z.uuid().optional(),
      missingSince: timestampFromText.optional(),
      dryRun: z.boolean().default(false).meta({ description: 'Only counts.' }),
      perSecond: z.int().min(1).max(1_000).default(50).meta({ description: 'How many become due in a second.' }),
    })
    .refine(
      (body) =>
        [body.eventId, body.fromPosition, body.types, body.resourceId, body.missingSince].some(
          (value) => value !== undefined,
        ),
      {
        path: ['fromPosition'],
        error: 'is required without eventId, types, resourceId and missingSince',
      },
    ),
  responses: {
    200: {
      description: 'The replay. Its deliveries have its id as `causeId`.',
      body: z
        .strictObject({
          id: z.uuid().optional().meta({ description: 'Absent after a dry run, which sends nothing.' }),
          count: z.int(),
        })
        .meta({ id: 'WebhookReplay' }),
    },
  },
  problems: [
    'not-found',
    'webhook-endpoint-busy',
    'too-many-webhook-deliveries',
    'webhook-event-unknown',
    'webhook-replay-too-large',
  ],
});

export const listWebhookKeysRoute = defineRoute({
  name: 'listWebhookKeys',
  method: 'get',
  path: '/.well-known/webhook-keys',
  tag: 'webhooks',
  summary: 'List the public keys of a webhook endpoint',
  description:
    'The keys with which an endpoint with `ed25519` is signed now, the newest first; empty for every other id. ' +
    'Each endpoint has keys of its own, so that no receiver can pass a delivery on to another.',
  scope: null,
  query: z.strictObject({ endpointId: z.uuid() }),
  responses: {
    200: {
      description: 'The public keys.',
      body: z
        .strictObject({
          keys: z.array(
            z.strictObject({
              id: z.uuid(),
              algorithm: z.literal('ed25519'),
              publicKey: z.string().meta({ description: '`whpk_` and the 32 bytes in Base64.' }),
              createdAt: z.iso.datetime(),
              expiresAt: z.iso.datetime().optional(),
            }),
          ),
        })
        .meta({ id: 'WebhookKeySet' }),
    },
  },
  problems: [],
});
