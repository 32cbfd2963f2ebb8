import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { bulkOperationLifecycle } from './bulk-operation.lifecycle.ts';
import { bulkOperation, bulkOperations } from './bulk-operation.ts';

export const listBulkOperationsRoute = defineRoute({
  name: 'listBulkOperations',
  method: 'get',
  path: '/bulk-operations',
  tag: 'bulk-operations',
  summary: 'List bulk operations',
  description: 'Lists the bulk operations of the broker, with their counts. An operator sees those of every broker.',
  scope: 'lines:read',
  query: listQuery({
    sortBy: { createdAt: 'time' },
    filters: {
      ...timeFilters,
      status: listFromText(z.enum(bulkOperationLifecycle.statuses)).optional(),
      operation: listFromText(z.enum(bulkOperations)).optional(),
      brokerId: listFromText(z.uuid()).optional(),
      correlationId: z.string().min(1).max(255).optional(),
    },
  }),
  responses: {
    200: {
      description: 'One page of bulk operations.',
      body: pagedEnvelope(bulkOperation),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});
