import { placeBulkOrders } from '@linework/lines/bulk-operations/place-bulk-orders';
import { settleBulkOperations } from '@linework/lines/bulk-operations/settle-bulk-operations';
import { silentLog } from '@linework/log/log';
import { orderTypes } from '@linework/order-types/order-types';
import { waitUntil } from '@linework/testing/processes/wait-until';
import type { TestApi } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';

/** A worker that runs the scheduled job of bulk operations on request. */
export function createBulkWorker(api: TestApi) {
  const worker = testWorker(api);
  const deps = {
    db: api.db,
    notify: (more: readonly (typeof api.wakeUps)[number][]) => void api.wakeUps.push(...more),
    orderTypes,
    log: silentLog,
    bulkOrdersPerSecond: 2_000,
    openOrdersPerBroker: 100_000,
  };
  return {
    ...worker,
    /** Places waiting items until there are none. */
    async placeAll(more: { readonly openOrdersPerBroker?: number } = {}): Promise<void> {
      await waitUntil('no line waits', async () => {
        await placeBulkOrders({ ...deps, ...more });
        return (await api.db.pool.query(waitingLinesQuery)).rowCount === 0;
      });
    },
    settle: () => settleBulkOperations(api.db),
  };
}

const waitingLinesQuery = `SELECT FROM bulk_item i JOIN bulk_operation b ON b.id = i.bulk_id
  WHERE b.status = 'RUNNING' AND i.order_id IS NULL AND i.problem IS NULL LIMIT 1`;
