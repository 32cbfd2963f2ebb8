import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { orderRequestEvents } from '@linework/schemas/events';
import type { WakeUp } from '@linework/schemas/jobs';
import type { Order } from '@linework/schemas/orders/order';
import type { EmitEvent } from '../model/effects.ts';
import type { OrderSnapshot } from '../model/order-snapshot.ts';
import type { OrderTypes } from '../model/order-type.ts';
import type { Transition } from '../model/transition.ts';
import { findOrder } from '../queries/find-order.ts';
import { commitTransition } from '../store/commit-transition.ts';
import { lockOrder, type OrderCommand } from './lock-order.ts';

export interface ChangeOrderDeps {
  readonly db: Db;
  readonly notify: (wakeUps: readonly WakeUp[]) => void;
  readonly orderTypes: OrderTypes;
}

export interface OrderChange {
  readonly caller: Caller;
  readonly orderId: string;
  /** The reason for the request; it is stored in the event of the request. */
  readonly reason?: string | undefined;
}

type OrderCommandWithReason = OrderCommand & Pick<OrderChange, 'reason'>;

/** Plans the transition of an order that is locked in this database transaction. */
export type PlanChange = (order: OrderSnapshot, tx: Db) => Transition | Promise<Transition>;

/**
 * Applies a request to an order in one database transaction and notifies the workers after the commit. The first event
 * of the change records the request, the key that made it and the reason.
 */
export function changeOrder(
  { db, notify, orderTypes }: ChangeOrderDeps,
  command: OrderCommandWithReason,
  plan: PlanChange,
): Promise<Order> {
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderTypes, command);
    const planned = await plan(order, tx);
    const transition = {
      ...planned,
      events: [buildRequestEvent(command), ...planned.events],
      keyId: command.caller.keyId,
    };
    const [applied] = await commitTransition(tx, [transition]);
    if (!applied) throw new Error(`order ${command.orderId} changed although it was locked`);
    if (transition.lease === 'release' && transition.due !== null)
      tx.afterCommit(() => notify([{ orderId: command.orderId, epoch: transition.epoch + 1 }]));
    return findOrder(tx, command);
  });
}

function buildRequestEvent({ request, orderId, reason }: OrderCommandWithReason): EmitEvent {
  const details = reason === undefined ? {} : { reason };
  return { effect: 'emit', type: orderRequestEvents[request], resourceType: 'order', resourceId: orderId, details };
}
