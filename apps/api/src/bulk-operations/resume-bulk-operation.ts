import { implement } from '@linework/http/implement';
import { resumeBulkOperation as resume } from '@linework/lines/bulk-operations/cancel-bulk-operation';
import { resumeBulkOperationRoute } from '@linework/schemas/bulk-operations/bulk-operations.routes';
import type { Deps } from '../deps.ts';

export const resumeBulkOperation = implement(resumeBulkOperationRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await resume(db, { caller, bulkId: params.id }),
}));
