import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { bulkOperation } from './bulk-operation.ts';

export const getBulkOperationRoute = defineRoute({
  name: 'getBulkOperation',
  method: 'get',
  path: '/bulk-operations/{id}',
  tag: 'bulk-operations',
  summary: 'Get a bulk operation with its counts',
  description: 'Once the bulk operation has ended, the counts are final.',
  scope: 'lines:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The bulk operation.', body: bulkOperation } },
  problems: ['not-found'],
});
