import { scopes } from '@linework/auth/scopes';
import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { timestampFromText } from '@linework/http/time-from-text';
import { z } from 'zod';
import { apiKey, newApiKey } from './api-key.ts';
import { apiKeyName } from './api-key-name.ts';

export const listApiKeysRoute = defineRoute({
  name: 'listApiKeys',
  method: 'get',
  path: '/api-keys',
  tag: 'keys',
  summary: 'List keys',
  description:
    "The keys themselves are never shown. A broker's key sees the keys of its broker, an operator's key all of them.",
  scope: 'keys:read',
  query: listQuery({ sortBy: { createdAt: 'time' }, filters: { brokerId: listFromText(z.uuid()).optional() } }),
  responses: {
    200: {
      description: 'One page of keys.',
      body: pagedEnvelope(apiKey),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

const body = z
  .strictObject({
    name: apiKeyName,
    brokerId: z.uuid().optional().meta({ description: "Leave out for an operator's key." }),
    scopes: z.array(z.enum(scopes)).min(1).max(scopes.length),
    expiresAt: timestampFromText.optional(),
  })
  // This scope shows the records of every broker.
  .refine(({ brokerId, scopes }) => brokerId === undefined || !scopes.includes('operator'), {
    path: ['scopes'],
    error: 'operator is allowed only for a key without brokerId',
  });

export const createApiKeyRoute = defineRoute({
  name: 'createApiKey',
  method: 'post',
  path: '/api-keys',
  tag: 'keys',
  summary: 'Create a key',
  description:
    'Only the SHA-256 of a key is stored. The response to a repetition with the same `Idempotency-Key` has ' +
    'everything but `key`: if the first response was lost, ' +
    'roll or revoke the key that it names.',
  scope: 'operator',
  shownOnce: 'key',
  body,
  responses: {
    201: { description: 'The key, which is returned only once.', body: newApiKey, headers: { Location: 'The key' } },
  },
  problems: ['not-found'],
});

export const getApiKeyRoute = defineRoute({
  name: 'getApiKey',
  method: 'get',
  path: '/api-keys/{id}',
  tag: 'keys',
  summary: 'Get a key by its id',
  description:
    'The key itself is never shown. A revoked or expired key can still be read. Its ETag changes with ' +
    '`lastUsedAt`, so that a change with `If-Match` of ' +
    'a key in use may need several attempts.',
  scope: 'keys:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The key.', body: apiKey } },
  problems: ['not-found'],
});

export const revokeApiKeyRoute = defineRoute({
  name: 'revokeApiKey',
  method: 'delete',
  path: '/api-keys/{id}',
  tag: 'keys',
  summary: 'Revoke a key: it stops within 5 seconds everywhere',
  description:
    'A revoked key stays in the list. ' +
    'A key can be revoked with a key that has at least its scopes and lasts at least as long; operators can ' +
    'revoke every key. The last usable key of ' +
    'a broker cannot be revoked with a key of this broker, and the last key with the scope `operator` cannot be ' +
    'revoked at all (409 `last-key`): roll it instead.',
  scope: 'keys:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 204: { description: 'Revoked.' } },
  problems: ['not-found', 'key-has-more-scopes', 'key-lasts-longer', 'last-key'],
});

export const rollApiKeyRoute = defineRoute({
  name: 'rollApiKey',
  method: 'post',
  path: '/api-keys/{id}/roll',
  tag: 'keys',
  summary: 'Rotate a key, and choose when the old one ends',
  description:
    'The successor has the name, broker and scopes of the key, and the expiry that the key was created with. Only ' +
    'its SHA-256 is stored: the response to a repetition with the same ' +
    '`Idempotency-Key` has everything but `key`. If the first response was lost, roll the old key again and ' +
    'revoke the successor that nobody has; ' +
    '`oldKeyEndsInSeconds` should leave time for that. With 0 the old key cannot be rolled again. ' +
    'A key can be rolled with itself, or with a key that has at least its scopes and lasts at least as long; ' +
    'operators can roll every key. ' +
    'A broker that has 50 usable keys can roll one only with `oldKeyEndsInSeconds` 0.',
  scope: 'keys:write',
  shownOnce: 'key',
  params: z.strictObject({ id: z.uuid() }),
  body: z
    .strictObject({
      oldKeyEndsInSeconds: z
        .int()
        .min(0)
        .max(7_776_000)
        .default(86_400)
        .meta({ description: '0 ends it at once; a day by default.' }),
    })
    .default({ oldKeyEndsInSeconds: 86_400 }),
  responses: {
    201: {
      description: 'The new key, which is returned only once.',
      body: newApiKey,
      headers: { Location: 'The new key' },
    },
  },
  problems: ['not-found', 'key-ended', 'key-has-more-scopes', 'key-lasts-longer', 'too-many-keys'],
});
