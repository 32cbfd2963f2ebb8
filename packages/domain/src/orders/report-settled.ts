import type { Log } from '@linework/log/log';
import type { OrderStatus } from '@linework/schemas/orders/order.lifecycle';
import type { EngineObserver } from './engine-observer.ts';
import type { OrderSnapshot } from './order-snapshot.ts';
import { summarizeFailure } from './summarize-failure.ts';

/** An order that was cancelled came to what somebody asked for. */
const expectedStatuses: readonly OrderStatus[] = ['COMPLETED', 'CANCELLED'];

/** Logs and counts an order that has settled. One that failed is a warning with the step and the code of its error. */
export function reportSettled({ observer, log }: { readonly observer: EngineObserver; readonly log: Log }, order: OrderSnapshot): void {
  const { type, status, context, waitingSince } = order;
  observer.orderSettled(type.code, status, Date.now() - waitingSince.getTime());
  const fields = { orderId: context.orderId, orderType: type.code, lineId: context.line?.id, status };
  if (expectedStatuses.includes(status)) {
    log.info(fields, 'order came to rest');
    return;
  }
  const failure = summarizeFailure(order);
  observer.orderFailed(failure);
  log.warn({ ...fields, ...failure }, 'order failed');
}
