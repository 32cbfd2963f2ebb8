import { hasScope } from '@linework/auth/caller';
import { createBulkOperation as create } from '@linework/domain/bulk-operations/create-bulk-operation';
import { implement } from '@linework/http/implement';
import { missingScope } from '@linework/problem-details/make-problem';
import { createBulkOperationRoute } from '@linework/schemas/bulk-operations/create-bulk-operation.route';
import type { Deps } from '../deps.ts';

export const createBulkOperation = implement(createBulkOperationRoute, async ({ body, caller, correlationId }, { db }: Deps) => {
  const { operation, lineIds, filter = {}, metadata } = body;
  // What a line by itself may not be asked for by this key, ten thousand may not either.
  if (operation === 'delete' && !hasScope(caller, 'lines:delete')) throw missingScope('lines:delete');
  const lines = lineIds ? { lineIds } : { filter };
  const bulk = await create(db, { caller, operation, lines, correlationId, metadata });
  return { status: 202, body: bulk, headers: { Location: `/bulk-operations/${bulk.id}` } };
});
