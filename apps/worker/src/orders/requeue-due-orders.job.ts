import { requeueDueOrders } from '@linework/engine/execution/requeue-due-orders';
import type { LineEngine } from '@linework/lines/model/line-engine';

export function requeueDueOrdersHandler({ db, notify, observer, log, settings: { awayLimitMs } }: LineEngine) {
  return async (): Promise<void> => {
    const count = await requeueDueOrders({ db, notify, awayLimitMs });
    if (count === 0) return;
    observer.dueOrdersRequeued(count);
    log.info({ count }, 'due orders without a worker were requeued');
  };
}
