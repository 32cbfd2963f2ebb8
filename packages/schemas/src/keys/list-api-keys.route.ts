import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { apiKey } from './api-key.ts';

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
