import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { bulkOperation } from './bulk-operation.ts';

export const cancelBulkOperationRoute = defineRoute({
  name: 'cancelBulkOperation',
  method: 'post',
  path: '/bulk-operations/{id}/cancel',
  tag: 'bulk-operations',
  summary: 'Process no further item of a bulk operation; orders that were placed or changed continue',
  description: 'To cancel orders that were placed or changed, cancel each of them.',
  scope: 'lines:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: {
    202: {
      description: 'The bulk operation, which is being cancelled.',
      body: bulkOperation,
      headers: { Location: 'The bulk operation' },
    },
  },
  problems: ['not-found', 'invalid-status-transition'],
});
