import { implement } from '@linework/http/implement';
import { changeBulkOperation as change } from '@linework/lines/bulk-operations/change-bulk-operation';
import { changeBulkOperationRoute } from '@linework/schemas/bulk-operations/bulk-operations.routes';
import type { Deps } from '../deps.ts';

export const changeBulkOperation = implement(
  changeBulkOperationRoute,
  async ({ params, body, caller }, { db }: Deps) => ({
    status: 200,
    body: await change(db, { caller, bulkId: params.id }, body),
  }),
);
