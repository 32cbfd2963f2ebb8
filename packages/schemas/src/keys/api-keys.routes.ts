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

const forms = [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()];
const network = z
  .string()
  .max(50)
  .refine((text) => forms.some((form) => form.safeParse(text).success), {
    error: 'must be an IPv4 or IPv6 address, or a network in CIDR notation',
  });
const allowedAddresses = z
  .array(network)
  .min(1)
  .max(50)
  .meta({ example: ['192.0.2.7', '2001:db8::/48'] });

const body = z
  .strictObject({
    name: apiKeyName,
    brokerId: z.uuid().optional().meta({
      description: "The broker of the key. Leave out for an operator's key; a broker's own keys belong to the broker.",
    }),
    scopes: z.array(z.enum(scopes)).min(1).max(scopes.length),
    allowedAddresses: allowedAddresses.optional().meta({
      description:
        'The addresses and networks that it may be used from, as in `192.0.2.7` and `2001:db8::/48`. By default ' +
        'those of the key that creates it; a key that an operator or a person creates works from everywhere.',
    }),
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
    'roll or revoke the key that it names. ' +
    'A broker creates keys of its own, up to 50, with at most the scopes of the key or the person that asks, from ' +
    'where that key works, and no longer than it. Operators create keys for every broker, with any scope.',
  scope: 'keys:write',
  shownOnce: 'key',
  body,
  responses: {
    201: { description: 'The key, which is returned only once.', body: newApiKey, headers: { Location: 'The key' } },
  },
  problems: [
    'not-found',
    'other-broker',
    'key-has-more-scopes',
    'key-has-more-addresses',
    'key-lasts-longer',
    'too-many-keys',
  ],
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

export const changeApiKeyRoute = defineRoute({
  name: 'changeApiKey',
  method: 'patch',
  path: '/api-keys/{id}',
  tag: 'keys',
  summary: 'Change the name of a key, or the addresses that it may be used from',
  description:
    'A request from another address gets 403 `address-not-allowed`, everywhere within 5 seconds; its open streams ' +
    'end. The address is that of the connection, or the one that a trusted proxy (`TRUST_PROXY`) names. ' +
    'A key that works from some addresses only cannot give itself or another key more. A key cannot exclude the ' +
    'address that the request itself comes from (409 `key-locks-itself-out`).',
  scope: 'keys:write',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    name: apiKeyName.optional(),
    allowedAddresses: allowedAddresses
      .nullable()
      .optional()
      .meta({ description: 'All addresses and networks that it may be used from; null for everywhere.' }),
  }),
  responses: { 200: { description: 'The key as it is now.', body: apiKey } },
  problems: [
    'not-found',
    'key-ended',
    'key-has-more-scopes',
    'key-has-more-addresses',
    'key-lasts-longer',
    'key-locks-itself-out',
  ],
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
  problems: ['not-found', 'key-has-more-scopes', 'key-has-more-addresses', 'key-lasts-longer', 'last-key'],
});

export const rollApiKeyRoute = defineRoute({
  name: 'rollApiKey',
  method: 'post',
  path: '/api-keys/{id}/roll',
  tag: 'keys',
  summary: 'Rotate a key, and choose when the old one ends',
  description:
    'The successor has the name, broker, scopes and addresses of the key, and the expiry that the key was created ' +
    'with. Only its SHA-256 is stored: the response to a repetition with the same ' +
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
  problems: [
    'not-found',
    'key-ended',
    'key-has-more-scopes',
    'key-has-more-addresses',
    'key-lasts-longer',
    'too-many-keys',
  ],
});
