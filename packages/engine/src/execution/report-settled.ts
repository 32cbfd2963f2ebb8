import type { Log } from '@linework/log/log';
import type { OrderStatus } from '@linework/schemas/lifecycles/order.lifecycle';
import type { EngineObserver } from '../model/engine-observer.ts';
import type { OrderSnapshot } from '../model/order-snapshot.ts';
import { summarizeFailure } from '../model/summarize-failure.ts';

/** A cancelled order ended as requested. */
const expectedStatuses: readonly OrderStatus[] = ['COMPLETED', 'CANCELLED'];

/** Logs and counts a settled order. A failed order is logged as a warning with its step and error code. */
export function reportSettled(
  { observer, log }: { readonly observer: EngineObserver; readonly log: Log },
  order: OrderSnapshot,
): void {
  const { type, status, context, waitingSince } = order;
  observer.orderSettled(type.code, status, Date.now() - waitingSince.getTime());
  const fields = {
    orderId: context.orderId,
    orderType: type.code,
    [`${context.resource.type}Id`]: context.resource.id,
    status,
  };
  if (expectedStatuses.includes(status)) {
    log.info(fields, 'order finished');
    return;
  }
  const failure = summarizeFailure(order);
  observer.orderFailed(failure);
  log.warn({ ...fields, ...failure }, 'order failed');
}
