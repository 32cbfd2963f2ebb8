import { scopes } from '@linework/auth/scopes';
import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { newApiKey } from './api-key.ts';

/** An offset may carry the first or the last day into a year that PostgreSQL or JavaScript cannot write. */
const isStorable = (timestamp: string) => timestamp >= '0001-01-02' && timestamp < '9999-12-31';

const body = z
  .strictObject({
    name: z.string().min(1).max(100),
    brokerId: z.uuid().optional().meta({ description: "Left out for an operator's key." }),
    scopes: z.array(z.enum(scopes)).min(1).max(scopes.length),
    expiresAt: z.iso.datetime({ offset: true, abort: true }).refine(isStorable, 'must be in the years 1 to 9999').optional(),
  })
  // What that scope opens shows the records of every broker.
  .refine(({ brokerId, scopes }) => brokerId === undefined || !scopes.includes('operator'), {
    path: ['scopes'],
    error: 'operator is only for a key without brokerId',
  });

export const createApiKeyRoute = defineRoute({
  name: 'createApiKey',
  method: 'post',
  path: '/api-keys',
  tag: 'keys',
  summary: 'Make a key',
  scope: 'operator',
  body,
  answers: { 201: { description: 'The key, told this once.', body: newApiKey } },
  problems: ['not-found'],
});
