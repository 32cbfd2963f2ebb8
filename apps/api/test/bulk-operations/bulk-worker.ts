import { placeBulkOrders } from '@linework/domain/bulk-operations/place-bulk-orders';
import { settleBulkOperations } from '@linework/domain/bulk-operations/settle-bulk-operations';
import { everyVersion } from '@linework/domain/order-types/all';
import { orderTypesByCode } from '@linework/domain/orders/order-type';
import { silentLog } from '@linework/log/log';
import { until } from '@linework/testing/processes/until';
import type { TestApi } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';

/** A worker that does what the clock of bulk operations does, when it is told to. */
export function bulkWorker(api: TestApi) {
  const worker = testWorker(api);
  const deps = {
    db: api.db,
    ring: (more: readonly (typeof api.rings)[number][]) => void api.rings.push(...more),
    orderTypes: orderTypesByCode(everyVersion),
    log: silentLog,
    bulkOrdersPerSecond: 2_000,
    openOrdersPerBroker: 100_000,
  };
  return {
    ...worker,
    /** Places what waits, until nothing does. */
    async placeAll(more: { readonly openOrdersPerBroker?: number } = {}): Promise<void> {
      await until('no line waits', async () => {
        await placeBulkOrders({ ...deps, ...more });
        return (await api.db.pool.query(waitingLines)).rowCount === 0;
      });
    },
    settle: () => settleBulkOperations(api.db),
  };
}

const waitingLines = `SELECT FROM bulk_item i JOIN bulk_operation b ON b.id = i.bulk_id
  WHERE b.status = 'RUNNING' AND i.order_id IS NULL AND i.problem IS NULL LIMIT 1`;
