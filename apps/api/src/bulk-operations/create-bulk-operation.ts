import { implement } from '@linework/http/implement';
import { createBulkChange } from '@linework/lines/bulk-operations/create-bulk-change';
import { createBulkOperation as create } from '@linework/lines/bulk-operations/create-bulk-operation';
import { type CreatedBulkOperation, isOrderOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import { createBulkOperationRoute } from '@linework/schemas/bulk-operations/bulk-operations.routes';
import type { Deps } from '../deps.ts';
import { readLineSelection, readOrderSelection } from './read-selection.ts';
import { assertScopeOf } from './scope-of-operation.ts';

export const createBulkOperation = implement(
  createBulkOperationRoute,
  async ({ body, caller, correlationId }, { db, bulk }: Deps) => {
    const { operation, reason, digest, metadata, name, ordersPerMinute } = body;
    assertScopeOf(operation, caller);
    const common = {
      caller,
      correlationId,
      metadata,
      name,
      ordersPerMinute,
      secondPersonAbove: bulk.secondPersonAbove,
    };
    if (!isOrderOperation(operation))
      return respondAccepted(await create(db, { ...common, operation, reason, lines: readLineSelection(body) }));
    const { first, others } = await createBulkChange(db, {
      ...common,
      operation,
      reason: reason ?? '',
      digest,
      orders: readOrderSelection(body),
    });
    return respondAccepted(
      others.length === 0
        ? first
        : { ...first, others: others.map(({ id, brokerId, total }) => ({ id, brokerId, total })) },
    );
  },
);

const respondAccepted = (bulk: CreatedBulkOperation) => ({
  status: 202 as const,
  body: bulk,
  headers: { Location: `/bulk-operations/${bulk.id}` },
});
