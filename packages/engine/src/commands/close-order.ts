import { orderLifecycle } from '@linework/schemas/lifecycles/order.lifecycle';
import type { OrderSnapshot } from '../model/order-snapshot.ts';
import type { Transition } from '../model/transition.ts';
import { draftTransition } from '../planning/transition-draft.ts';
import { type ChangeOrderDeps, changeOrder, type OrderChange } from './change-order.ts';

/**
 * Closes an order that stopped, so that it is not executed any further. The status of its resource does not change. The
 * operator handles the effects that the steps have left behind. Raises not-found and invalid-status-transition.
 */
export function closeOrder(deps: ChangeOrderDeps, { reason, ...change }: OrderChange & { readonly reason: string }) {
  return changeOrder(deps, { ...change, reason, request: 'close' }, (order) => planClose(order, reason));
}

/** Plans the transition of a close. Pure. @internal */
export function planClose(order: OrderSnapshot, reason: string): Transition {
  const to = orderLifecycle.getTarget('close', order.status);
  if (to === undefined) throw new Error(`order ${order.context.orderId} is ${order.status} and cannot be closed`);
  const draft = draftTransition(order);
  for (const { position, status, attempt } of order.steps) {
    if (status === 'ROLLBACK_FAILED') draft.moveStep(position, { to: 'ROLLED_BACK' });
    if (status === 'PENDING' && attempt === 0) draft.moveStep(position, { to: 'SKIPPED' });
  }
  draft.moveOrder(to, { closed: true, reason });
  draft.apply(order.type.whenClosed?.(order.context) ?? []);
  // An order that was being cancelled keeps the reason of the cancel. The reason for closing it is in the event.
  return draft.build({
    lease: 'release',
    due: null,
    notBeforeMs: null,
    ...(order.status === 'FAILED' && { cancellationReason: reason }),
  });
}
