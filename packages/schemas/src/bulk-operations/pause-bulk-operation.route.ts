import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { bulkOperation } from './bulk-operation.ts';

export const pauseBulkOperationRoute = defineRoute({
  name: 'pauseBulkOperation',
  method: 'post',
  path: '/bulk-operations/{id}/pause',
  tag: 'bulk-operations',
  summary: 'Process no further item of a bulk operation until it is resumed',
  description: 'Orders that were placed or changed continue. It stays paused until someone resumes or cancels it.',
  scope: 'lines:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The bulk operation.', body: bulkOperation } },
  problems: ['not-found', 'invalid-status-transition'],
});
