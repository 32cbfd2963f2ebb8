import { type BulkDeps, placeBulkOrders } from '@linework/domain/bulk-operations/place-bulk-orders';
import { settleBulkOperations } from '@linework/domain/bulk-operations/settle-bulk-operations';

/** Neither keeps the other from being done: what has settled is ended, even while nothing can be placed. */
export function placeBulkOrdersHandler(deps: BulkDeps) {
  return async (): Promise<void> => {
    await Promise.all([placeBulkOrders(deps), settleBulkOperations(deps.db)]);
  };
}
