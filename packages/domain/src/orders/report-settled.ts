import type { Log } from '@linework/log/log';
import type { OrderStatus } from '@linework/schemas/orders/order.lifecycle';
import { failureOfOrder } from './failure-of-order.ts';
import type { OrderAtHand } from './order-at-hand.ts';
import type { Witness } from './witness.ts';

/** An order that was cancelled came to what somebody asked for. */
const asAsked: readonly OrderStatus[] = ['COMPLETED', 'CANCELLED'];

/** Logs and counts an order that has settled. One that failed is a warning with the step and the code of its error. */
export function reportSettled({ witness, log }: { readonly witness: Witness; readonly log: Log }, order: OrderAtHand): void {
  const { type, status, known, waitingSince } = order;
  witness.orderCameToRest(type.code, status, Date.now() - waitingSince.getTime());
  const fields = { orderId: known.orderId, orderType: type.code, lineId: known.line?.id, status };
  if (asAsked.includes(status)) {
    log.info(fields, 'order came to rest');
    return;
  }
  const failure = failureOfOrder(order);
  witness.orderFailed(failure);
  log.warn({ ...fields, ...failure }, 'order failed');
}
