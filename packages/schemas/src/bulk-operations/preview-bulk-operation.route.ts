import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { hasMembers } from '../has-members.ts';
import { orderOperations } from './bulk-operation.ts';
import { bulkPreview } from './bulk-preview.ts';
import { orderSelection } from './bulk-selection.ts';

export const previewBulkOperationRoute = defineRoute({
  name: 'previewBulkOperation',
  method: 'post',
  path: '/bulk-operation-previews',
  tag: 'bulk-operations',
  summary: 'Count the orders that a bulk operation would change, and the reasons why it would not change others',
  description:
    'Dry run: changes nothing. The rules are checked for each order at this moment; its status may be different when the bulk operation processes it. ' +
    'The key also needs the scope of the operation.',
  scope: 'orders:read',
  cost: 'batch',
  bodyLimitBytes: 512 * 1024,
  body: z
    .strictObject({ operation: z.enum(orderOperations), ...orderSelection })
    .refine((body) => (body.orderIds === undefined) !== (body.orderFilter === undefined), {
      error: 'must have either orderIds or orderFilter',
      when: hasMembers,
    })
    .meta({ oneOf: [{ required: ['orderIds'] }, { required: ['orderFilter'] }] }),
  responses: { 200: { description: 'The counts.', body: bulkPreview } },
  problems: ['no-orders', 'too-many-orders'],
});
