import { implement } from '@linework/http/implement';
import { cancelBulkOperation as cancel } from '@linework/lines/bulk-operations/cancel-bulk-operation';
import { cancelBulkOperationRoute } from '@linework/schemas/bulk-operations/bulk-operations.routes';
import type { Deps } from '../deps.ts';

export const cancelBulkOperation = implement(cancelBulkOperationRoute, async ({ params, caller }, { db }: Deps) => {
  const bulkOperation = await cancel(db, { caller, bulkId: params.id });
  return { status: 202, body: bulkOperation, headers: { Location: `/bulk-operations/${bulkOperation.id}` } };
});
