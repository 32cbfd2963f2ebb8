import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { bulkName, bulkOperation, ordersPerMinute } from './bulk-operation.ts';

export const changeBulkOperationRoute = defineRoute({
  name: 'changeBulkOperation',
  method: 'patch',
  path: '/bulk-operations/{id}',
  tag: 'bulk-operations',
  summary: 'Change the rate or the name of a bulk operation',
  description: `The new rate applies from the next item on. \`null\` removes the rate of its own. The rate that all bulk operations share stays the upper limit.
Of a bulk operation that another person has approved, a slower rate applies at once. A faster one, or none, awaits approval again, and nothing is processed until
then, unless a person who did not create it asks for it.`,
  scope: 'lines:write',
  params: z.strictObject({ id: z.uuid() }),
  body: z
    .strictObject({ name: bulkName.optional(), ordersPerMinute: ordersPerMinute.nullable().optional() })
    .meta({ example: { ordersPerMinute: 600 } }),
  responses: { 200: { description: 'The bulk operation.', body: bulkOperation } },
  problems: ['not-found', 'bulk-operation-ended', 'rate-awaits-approval'],
});
