import type { EnginePorts } from '@linework/domain/orders/execution/advance-order';
import { requeueDueOrders } from '@linework/domain/orders/execution/requeue-due-orders';

export function requeueDueOrdersHandler({ db, notify, observer, log, settings: { awayLimitMs } }: EnginePorts) {
  return async (): Promise<void> => {
    const count = await requeueDueOrders({ db, notify, awayLimitMs });
    if (count === 0) return;
    observer.dueOrdersRequeued(count);
    log.info({ count }, 'due orders without a worker were requeued');
  };
}
