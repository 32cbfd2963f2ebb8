import type { EnginePorts } from '@linework/engine/execution/advance-order';
import { releasePausedOrders } from '@linework/engine/execution/release-paused-orders';
import { requeueDueOrders } from '@linework/engine/execution/requeue-due-orders';

type RequeueDeps = Pick<EnginePorts<never>, 'db' | 'notify' | 'observer' | 'log' | 'settings'>;

export function requeueDueOrdersHandler({ db, notify, observer, log, settings: { awayLimitMs } }: RequeueDeps) {
  return async (): Promise<void> => {
    const released = await releasePausedOrders(db);
    if (released > 0) log.info({ count: released }, 'orders of ended pauses go on');
    const count = await requeueDueOrders({ db, notify, awayLimitMs });
    if (count === 0) return;
    observer.dueOrdersRequeued(count);
    log.info({ count }, 'due orders without a worker were requeued');
  };
}
