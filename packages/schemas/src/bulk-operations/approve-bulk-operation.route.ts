import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { bulkOperation } from './bulk-operation.ts';

export const approveBulkOperationRoute = defineRoute({
  name: 'approveBulkOperation',
  method: 'post',
  path: '/bulk-operations/{id}/approve',
  tag: 'bulk-operations',
  summary: 'Approve a bulk operation of another person',
  description:
    'Only a person who has signed in to the console approves, and never the person who created it. To refuse it, cancel it.',
  scope: 'lines:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The bulk operation.', body: bulkOperation } },
  problems: ['not-found', 'invalid-status-transition', 'person-required', 'same-person'],
});
