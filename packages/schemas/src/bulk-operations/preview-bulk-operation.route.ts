import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { hasMembers } from '../has-members.ts';
import { orderOperations } from './bulk-operation.ts';
import { bulkPreview } from './bulk-preview.ts';
import { bulkItemSelection, orderSelection } from './bulk-selection.ts';

export const previewBulkOperationRoute = defineRoute({
  name: 'previewBulkOperation',
  method: 'post',
  path: '/bulk-operation-previews',
  tag: 'bulk-operations',
  summary: 'Count the orders that a bulk operation would change, and the reasons why it would not change others',
  description:
    'Dry run: changes no order. The rules are checked for each order at this moment; its status may be different when the bulk operation processes it. ' +
    'The key also needs the scope of the operation. The selected orders are kept for an hour, so that a later request can be told what has changed.',
  scope: 'orders:read',
  cost: 'batch',
  bodyLimitBytes: 512 * 1024,
  body: z
    .strictObject({ operation: z.enum(orderOperations), ...orderSelection, ...bulkItemSelection })
    .refine(
      (body) =>
        [body.orderIds, body.orderFilter, body.bulkItems].filter((selection) => selection !== undefined).length === 1,
      {
        error: 'must have one of orderIds, orderFilter, bulkItems',
        when: hasMembers,
      },
    )
    .meta({ oneOf: [{ required: ['orderIds'] }, { required: ['orderFilter'] }, { required: ['bulkItems'] }] }),
  responses: { 200: { description: 'The counts.', body: bulkPreview } },
  problems: ['no-orders', 'too-many-orders'],
});
