import { implement } from '@linework/http/implement';
import { previewBulkChange } from '@linework/lines/bulk-operations/preview-bulk-change';
import { toItemProblem } from '@linework/problem-details/stored-problem';
import { previewBulkOperationRoute } from '@linework/schemas/bulk-operations/bulk-operations.routes';
import type { Deps } from '../deps.ts';
import { readOrderSelection } from './read-selection.ts';
import { assertScopeOf } from './scope-of-operation.ts';

export const previewBulkOperation = implement(
  previewBulkOperationRoute,
  async ({ body, caller }, { db, bulk, orderTypes, publicUrl }: Deps) => {
    const { operation } = body;
    assertScopeOf(operation, caller);
    const { reasons, ...counts } = await previewBulkChange(
      { db, orderTypes },
      { caller, operation, orders: readOrderSelection(body), ...bulk },
    );
    return {
      status: 200,
      body: { ...counts, reasons: reasons.map((reason) => toItemProblem(reason, `${publicUrl}/problems`)) },
    };
  },
);
