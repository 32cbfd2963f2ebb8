import { previewBulkChange } from '@linework/domain/bulk-operations/preview-bulk-change';
import { implement } from '@linework/http/implement';
import { previewBulkOperationRoute } from '@linework/schemas/bulk-operations/preview-bulk-operation.route';
import type { Deps } from '../deps.ts';

export const previewBulkOperation = implement(previewBulkOperationRoute, async ({ body, caller }, { db, orderTypes }: Deps) => {
  const { operation, orderIds, orderFilter = {} } = body;
  const orders = orderIds ? { orderIds } : { filter: orderFilter };
  return { status: 200, body: await previewBulkChange({ db, orderTypes }, { caller, operation, orders }) };
});
