import { implement } from '@linework/http/implement';
import { approveBulkOperation as approve } from '@linework/lines/bulk-operations/approve-bulk-operation';
import { approveBulkOperationRoute } from '@linework/schemas/bulk-operations/bulk-operations.routes';
import type { Deps } from '../deps.ts';

export const approveBulkOperation = implement(approveBulkOperationRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await approve(db, { caller, bulkId: params.id }),
}));
