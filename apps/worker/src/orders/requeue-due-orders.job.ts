import { requeueDueOrders } from '@linework/engine/execution/requeue-due-orders';
import type { WorkerEngine } from '../engine.ts';

export function requeueDueOrdersHandler({ db, notify, observer, log, settings: { awayLimitMs } }: WorkerEngine) {
  return async (): Promise<void> => {
    const count = await requeueDueOrders({ db, notify, awayLimitMs });
    if (count === 0) return;
    observer.dueOrdersRequeued(count);
    log.info({ count }, 'due orders without a worker were requeued');
  };
}
