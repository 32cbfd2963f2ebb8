import type { RequestOf } from '@linework/http/implement';
import type { LineSelection } from '@linework/lines/bulk-operations/select-lines';
import type { OrderSelection } from '@linework/lines/bulk-operations/select-orders';
import type { createBulkOperationRoute } from '@linework/schemas/bulk-operations/bulk-operations.routes';

type Body = RequestOf<typeof createBulkOperationRoute>['body'];

/** The lines that a body selects. It has exactly one of the members. */
export function readLineSelection({
  lineIds,
  filter = {},
  bulkItems,
}: Pick<Body, 'lineIds' | 'filter' | 'bulkItems'>): LineSelection {
  if (bulkItems) return { bulkItems };
  return lineIds ? { lineIds } : { filter };
}

/** The orders that a body selects. It has exactly one of the members. */
export function readOrderSelection({
  orderIds,
  orderFilter = {},
  bulkItems,
}: Pick<Body, 'orderIds' | 'orderFilter' | 'bulkItems'>): OrderSelection {
  if (bulkItems) return { bulkItems };
  return orderIds ? { orderIds } : { filter: orderFilter };
}
