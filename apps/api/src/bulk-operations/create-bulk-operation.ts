import { implement } from '@linework/http/implement';
import { createBulkChange } from '@linework/lines/bulk-operations/create-bulk-change';
import { createBulkOperation as create } from '@linework/lines/bulk-operations/create-bulk-operation';
import { type CreatedBulkOperation, isOrderOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import { createBulkOperationRoute } from '@linework/schemas/bulk-operations/create-bulk-operation.route';
import type { Deps } from '../deps.ts';
import { assertScopeOf } from './scope-of-operation.ts';

export const createBulkOperation = implement(createBulkOperationRoute, async ({ body, caller, correlationId }, { db }: Deps) => {
  const { operation, lineIds, filter = {}, orderIds, orderFilter = {}, reason, metadata } = body;
  assertScopeOf(operation, caller);
  const common = { caller, correlationId, metadata };
  if (!isOrderOperation(operation)) return respondAccepted(await create(db, { ...common, operation, reason, lines: lineIds ? { lineIds } : { filter } }));
  const orders = orderIds ? { orderIds } : { filter: orderFilter };
  const { first, others } = await createBulkChange(db, { ...common, operation, reason: reason ?? '', orders });
  return respondAccepted(others.length === 0 ? first : { ...first, others: others.map(({ id, brokerId, total }) => ({ id, brokerId, total })) });
});

const respondAccepted = (bulk: CreatedBulkOperation) => ({ status: 202 as const, body: bulk, headers: { Location: `/bulk-operations/${bulk.id}` } });
