import { implement } from '@linework/http/implement';
import { pauseBulkOperation as pause } from '@linework/lines/bulk-operations/cancel-bulk-operation';
import { pauseBulkOperationRoute } from '@linework/schemas/bulk-operations/bulk-operations.routes';
import type { Deps } from '../deps.ts';

export const pauseBulkOperation = implement(pauseBulkOperationRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await pause(db, { caller, bulkId: params.id }),
}));
