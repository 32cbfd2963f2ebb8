import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';

export const revokeApiKeyRoute = defineRoute({
  name: 'revokeApiKey',
  method: 'delete',
  path: '/api-keys/{id}',
  tag: 'keys',
  summary: 'Revoke a key: it stops within 5 seconds everywhere',
  description: 'A key that is revoked stays in the list.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  answers: { 204: { description: 'Revoked.' } },
  problems: ['not-found'],
});
