import type { Engine } from '@linework/domain/orders/advance-order';
import { ringDueOrders } from '@linework/domain/orders/ring-due-orders';

export function ringDueOrdersHandler({ db, ring, witness, log, settings: { awayLimitMs } }: Engine) {
  return async (): Promise<void> => {
    const count = await ringDueOrders({ db, ring, awayLimitMs });
    if (count === 0) return;
    witness.dueOrdersRung(count);
    log.info({ count }, 'orders were due and nobody was working on them: rung again');
  };
}
