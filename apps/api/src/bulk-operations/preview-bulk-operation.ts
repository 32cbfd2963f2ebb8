import { previewBulkChange } from '@linework/domain/bulk-operations/preview-bulk-change';
import { implement } from '@linework/http/implement';
import { showKeptProblem } from '@linework/problem-details/kept-problem';
import { previewBulkOperationRoute } from '@linework/schemas/bulk-operations/preview-bulk-operation.route';
import type { Deps } from '../deps.ts';
import { assertScopeOf } from './scope-of-operation.ts';

export const previewBulkOperation = implement(previewBulkOperationRoute, async ({ body, caller }, { db, orderTypes, publicUrl }: Deps) => {
  const { operation, orderIds, orderFilter = {} } = body;
  assertScopeOf(operation, caller);
  const orders = orderIds ? { orderIds } : { filter: orderFilter };
  const { reasons, ...counts } = await previewBulkChange({ db, orderTypes }, { caller, operation, orders });
  return { status: 200, body: { ...counts, reasons: reasons.map((reason) => showKeptProblem(reason, `${publicUrl}/problems`)) } };
});
