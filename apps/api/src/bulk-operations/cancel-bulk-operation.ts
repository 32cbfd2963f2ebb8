import { cancelBulkOperation as cancel } from '@linework/domain/bulk-operations/cancel-bulk-operation';
import { implement } from '@linework/http/implement';
import { cancelBulkOperationRoute } from '@linework/schemas/bulk-operations/cancel-bulk-operation.route';
import type { Deps } from '../deps.ts';

export const cancelBulkOperation = implement(cancelBulkOperationRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 202,
  body: await cancel(db, { caller, bulkId: params.id }),
}));
