import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { apiKey } from './api-key.ts';

export const getApiKeyRoute = defineRoute({
  name: 'getApiKey',
  method: 'get',
  path: '/api-keys/{id}',
  tag: 'keys',
  summary: 'Get a key by its id',
  description:
    'The key itself is never shown. A revoked or expired key can still be read. Its ETag changes with `lastUsedAt`, so that a change with `If-Match` of ' +
    'a key in use may need several tries.',
  scope: 'keys:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The key.', body: apiKey } },
  problems: ['not-found'],
});
