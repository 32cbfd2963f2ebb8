import { defineRoute } from '@linework/http/define-route';
import { manyOf } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { lineLifecycle } from './line.lifecycle.ts';
import { line } from './line.ts';

export const listLinesRoute = defineRoute({
  name: 'listLines',
  method: 'get',
  path: '/lines',
  tag: 'lines',
  summary: 'List lines',
  scope: 'lines:read',
  query: listQuery({
    sortBy: { createdAt: 'time', updatedAt: 'time' },
    filters: {
      ...timeFilters,
      status: manyOf(z.enum(lineLifecycle.statuses)).optional(),
      brokerId: manyOf(z.uuid()).optional(),
      holderId: manyOf(z.uuid()).optional(),
      msisdn: z.string().min(1).max(20).optional(),
      iccId: z.string().min(1).max(22).optional(),
      externalCode: z.string().min(1).max(200).optional().meta({ description: 'A part of the external code, in upper or lower case.' }),
    },
  }),
  answers: { 200: { description: 'One page of lines.', body: pagedEnvelope(line), headers: { Link: 'The next and the previous page' } } },
  problems: [],
});
