import { roles } from '@linework/auth/roles';
import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { operator } from './operator.ts';

export const listOperatorsRoute = defineRoute({
  name: 'listOperators',
  method: 'get',
  path: '/operators',
  tag: 'operators',
  summary: 'List the people who work with the console',
  description: 'Also those who are disabled. In the console only administrators read it.',
  scope: 'operator',
  query: listQuery({
    sortBy: { createdAt: 'time' },
    filters: { name: z.string().min(1).max(100).optional(), role: listFromText(z.enum(roles)).optional() },
  }),
  responses: {
    200: {
      description: 'One page of people.',
      body: pagedEnvelope(operator),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});
