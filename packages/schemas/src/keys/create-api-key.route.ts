import { scopes } from '@linework/auth/scopes';
import { defineRoute } from '@linework/http/define-route';
import { timestampFromText } from '@linework/http/time-from-text';
import { z } from 'zod';
import { newApiKey } from './api-key.ts';
import { apiKeyName } from './api-key-name.ts';

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
    'Only the SHA-256 of a key is stored. The response to a repetition with the same `Idempotency-Key` has everything but `key`: if the first response was lost, ' +
    'roll or revoke the key that it names.',
  scope: 'operator',
  shownOnce: 'key',
  body,
  responses: {
    201: { description: 'The key, which is returned only once.', body: newApiKey, headers: { Location: 'The key' } },
  },
  problems: ['not-found'],
});
