import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { bulkOperation } from './bulk-operation.ts';

export const resumeBulkOperationRoute = defineRoute({
  name: 'resumeBulkOperation',
  method: 'post',
  path: '/bulk-operations/{id}/resume',
  tag: 'bulk-operations',
  summary: 'Process the items of a paused bulk operation again',
  description: 'It continues with the first item that was not processed.',
  scope: 'lines:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The bulk operation.', body: bulkOperation } },
  problems: ['not-found', 'invalid-status-transition'],
});
