import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';

export const revokeApiKeyRoute = defineRoute({
  name: 'revokeApiKey',
  method: 'delete',
  path: '/api-keys/{id}',
  tag: 'keys',
  summary: 'Revoke a key: it stops within 5 seconds everywhere',
  description:
    'A revoked key stays in the list. ' +
    'A key can be revoked with a key that has at least its scopes and lasts at least as long; operators can revoke every key. The last usable key of ' +
    'a broker cannot be revoked with a key of this broker, and the last key with the scope `operator` cannot be revoked at all (409 `last-key`): roll it instead.',
  scope: 'keys:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 204: { description: 'Revoked.' } },
  problems: ['not-found', 'key-has-more-scopes', 'key-lasts-longer', 'last-key'],
});
