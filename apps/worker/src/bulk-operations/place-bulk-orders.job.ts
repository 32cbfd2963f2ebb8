import { type BulkDeps, placeBulkOrders } from '@linework/lines/bulk-operations/place-bulk-orders';
import { settleBulkOperations } from '@linework/lines/bulk-operations/settle-bulk-operations';

/** The period of its schedule. */
const periodMs = 250;

/**
 * Neither part blocks the other: settled operations are ended even while nothing can be placed. Placing stops after one period of the schedule: only
 * one run is active at a time, and an operation with one line would have to wait for thousands of another broker before it is ended.
 */
export function placeBulkOrdersHandler(deps: BulkDeps) {
  return async (): Promise<void> => {
    const endsAt = performance.now() + periodMs;
    await Promise.all([placeBulkOrders(deps, () => performance.now() >= endsAt), settleBulkOperations(deps.db)]);
  };
}
