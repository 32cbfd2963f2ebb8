import { implement } from '@linework/http/implement';
import { findBulkOperation } from '@linework/lines/bulk-operations/find-bulk-operation';
import { getBulkOperationRoute } from '@linework/schemas/bulk-operations/bulk-operations.routes';
import type { Deps } from '../deps.ts';

export const getBulkOperation = implement(getBulkOperationRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await findBulkOperation(db, { caller, bulkId: params.id }),
}));
