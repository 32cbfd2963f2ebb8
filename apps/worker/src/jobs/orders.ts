import { createOrderAdvancer, type EnginePorts } from '@linework/engine/execution/advance-order';
import { releasePausedOrders } from '@linework/engine/execution/release-paused-orders';
import { requeueDueOrders } from '@linework/engine/execution/requeue-due-orders';
import { type BulkDeps, placeBulkOrders } from '@linework/lines/bulk-operations/place-bulk-orders';
import { settleBulkOperations } from '@linework/lines/bulk-operations/settle-bulk-operations';
import { countLines } from '@linework/lines/line-counts/count-lines';
import type { JobData } from '@linework/schemas/jobs';

/** Executes all orders of the job concurrently. An order that fails does not stop the others. */
export function advanceOrderHandler<Systems>(engine: EnginePorts<Systems>) {
  const advanceOrder = createOrderAdvancer(engine);
  return async ({ orders }: JobData<'advance-order'>): Promise<void> => {
    const results = await Promise.allSettled(orders.map(advanceOrder));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  };
}

type RequeueDeps = Pick<EnginePorts<never>, 'db' | 'notify' | 'observer' | 'log' | 'settings'>;

export function requeueDueOrdersHandler({ db, notify, observer, log, settings: { unavailableLimitMs } }: RequeueDeps) {
  return async (): Promise<void> => {
    const released = await releasePausedOrders(db);
    if (released > 0) log.info({ count: released }, 'orders of ended pauses go on');
    const count = await requeueDueOrders({ db, notify, unavailableLimitMs });
    if (count === 0) return;
    observer.dueOrdersRequeued(count);
    log.info({ count }, 'due orders without a worker were requeued');
  };
}

export function countLinesHandler({ db, log }: Pick<EnginePorts<never>, 'db' | 'log'>) {
  return async (): Promise<void> => {
    const days = await countLines(db);
    if (days > 0) log.info({ days }, 'the lines at the end of the last days were counted');
  };
}

/** The period of its schedule. */
const periodMs = 250;

/**
 * Neither part blocks the other: settled operations are ended even while nothing can be placed. Placing stops after one
 * period of the schedule: only one run is active at a time, and an operation with one line would have to wait for
 * thousands of another broker before it is ended.
 */
export function placeBulkOrdersHandler(deps: BulkDeps) {
  return async (): Promise<void> => {
    const endsAt = performance.now() + periodMs;
    await Promise.all([placeBulkOrders(deps, () => performance.now() >= endsAt), settleBulkOperations(deps.db)]);
  };
}
