import { type BulkDeps, placeBulkOrders } from '@linework/domain/bulk-operations/place-bulk-orders';
import { settleBulkOperations } from '@linework/domain/bulk-operations/settle-bulk-operations';

/** The period of its clock. */
const periodMs = 250;

/**
 * Neither keeps the other from being done: what has settled is ended, even while nothing can be placed. Placing stops after a period of
 * the clock: the clock runs once at a time, and an operation of one line would wait for thousands of another broker to be ended.
 */
export function placeBulkOrdersHandler(deps: BulkDeps) {
  return async (): Promise<void> => {
    const endsAt = performance.now() + periodMs;
    await Promise.all([placeBulkOrders(deps, () => performance.now() >= endsAt), settleBulkOperations(deps.db)]);
  };
}
