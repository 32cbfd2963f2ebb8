import { orderLifecycle } from '@linework/schemas/orders/order.lifecycle';
import { type ChangeOrderDeps, changeOrder, type OrderChange } from './change-order.ts';
import type { OrderSnapshot } from './order-snapshot.ts';
import type { Transition } from './transition.ts';
import { draftTransition } from './transition-draft.ts';

/**
 * Closes an order that stopped: nobody will go on with it. Its line stays where it is, and what its steps have left behind is
 * the operator's business: a number or SIM that it claimed for a line which has another is held back, to be resumed or withdrawn.
 * Raises not-found and invalid-status-transition.
 */
export function closeOrder(deps: ChangeOrderDeps, { reason, ...change }: OrderChange & { readonly reason: string }) {
  return changeOrder(deps, { ...change, reason, request: 'close' }, (order) => planClose(order, reason));
}

/** What a close writes. Pure. */
export function planClose(order: OrderSnapshot, reason: string): Transition {
  const to = orderLifecycle.getTarget('close', order.status);
  if (to === undefined) throw new Error(`order ${order.context.orderId} is ${order.status} and cannot be closed`);
  const draft = draftTransition(order);
  for (const { position, status, attempt } of order.steps) {
    if (status === 'ROLLBACK_FAILED') draft.moveStep(position, { to: 'ROLLED_BACK' });
    if (status === 'PENDING' && attempt === 0) draft.moveStep(position, { to: 'SKIPPED' });
  }
  draft.moveOrder(to, { closed: true, reason });
  draft.withholdClaims();
  // One that was to be cancelled keeps the reason that was given for that; the reason for closing it stands in its event.
  return draft.build({ lease: 'release', due: null, notBeforeMs: null, ...(order.status === 'FAILED' && { cancellationReason: reason }) });
}
