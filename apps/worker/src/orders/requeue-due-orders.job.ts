import type { LineEngine } from '@linework/domain/model/line-engine';
import { requeueDueOrders } from '@linework/engine/execution/requeue-due-orders';

export function requeueDueOrdersHandler({ db, notify, observer, log, settings: { awayLimitMs } }: LineEngine) {
  return async (): Promise<void> => {
    const count = await requeueDueOrders({ db, notify, awayLimitMs });
    if (count === 0) return;
    observer.dueOrdersRequeued(count);
    log.info({ count }, 'due orders without a worker were requeued');
  };
}
