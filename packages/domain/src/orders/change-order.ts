import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { orderRequests } from '@linework/schemas/events';
import type { Order } from '@linework/schemas/orders/order';
import type { Ring } from './advance-order.ts';
import type { EmitEvent } from './changes.ts';
import { findOrder } from './find-order.ts';
import { lockOrder, type OrderAsked } from './lock-order.ts';
import type { OrderAtHand } from './order-at-hand.ts';
import type { OrderTypes } from './order-type.ts';
import type { Progress } from './progress.ts';
import { recordProgress } from './record-progress.ts';

export interface ChangeOrderDeps {
  readonly db: Db;
  readonly ring: (rings: readonly Ring[]) => void;
  readonly orderTypes: OrderTypes;
}

export interface OrderChange {
  readonly caller: Caller;
  readonly orderId: string;
  /** Why it is asked for; kept with the event of the request. */
  readonly reason?: string | undefined;
}

type OrderRequested = OrderAsked & Pick<OrderChange, 'reason'>;

/** What is to be written for the order, which is locked in this transaction. */
export type PlanChange = (order: OrderAtHand, tx: Db) => Progress | Promise<Progress>;

/**
 * Changes an order as somebody asked, in one transaction, and rings for it once that is committed. What was asked, by whom and why, is
 * the first event of the change.
 */
export function changeOrder({ db, ring, orderTypes }: ChangeOrderDeps, asked: OrderRequested, plan: PlanChange): Promise<Order> {
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderTypes, asked);
    const planned = await plan(order, tx);
    const progress = { ...planned, events: [requestEvent(asked), ...planned.events], keyId: asked.caller.keyId };
    const [applied] = await recordProgress(tx, [progress]);
    if (!applied) throw new Error(`order ${asked.orderId} moved on although it was locked`);
    if (progress.hold === 'release' && progress.due !== null) tx.afterCommit(() => ring([{ orderId: asked.orderId, run: progress.run + 1 }]));
    return findOrder(tx, asked);
  });
}

function requestEvent({ request, orderId, reason }: OrderRequested): EmitEvent {
  const details = reason === undefined ? {} : { reason };
  return { change: 'emit', type: orderRequests[request], resourceType: 'order', resourceId: orderId, details };
}
