import { scopes } from '@linework/auth/scopes';
import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { newApiKey } from './api-key.ts';

export const createApiKeyRoute = defineRoute({
  name: 'createApiKey',
  method: 'post',
  path: '/api-keys',
  tag: 'keys',
  summary: 'Make a key',
  scope: 'operator',
  body: z.strictObject({
    name: z.string().min(1).max(100),
    brokerId: z.uuid().optional().meta({ description: "Left out for an operator's key." }),
    scopes: z.array(z.enum(scopes)).min(1).max(scopes.length),
    expiresAt: z.iso.datetime({ offset: true }).optional(),
  }),
  answers: { 201: { description: 'The key, told this once.', body: newApiKey } },
  problems: ['not-found'],
});
