import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { Order } from '@linework/schemas/orders/order';
import type { Ring } from './advance-order.ts';
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
}

/** What is to be written for the order, which is locked in this transaction. */
export type PlanChange = (order: OrderAtHand, tx: Db) => Progress | Promise<Progress>;

/** Changes an order as somebody asked, in one transaction, and rings for it once that is committed. */
export function changeOrder({ db, ring, orderTypes }: ChangeOrderDeps, asked: OrderAsked, plan: PlanChange): Promise<Order> {
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderTypes, asked);
    const progress = { ...(await plan(order, tx)), keyId: asked.caller.keyId };
    const [applied] = await recordProgress(tx, [progress]);
    if (!applied) throw new Error(`order ${asked.orderId} moved on although it was locked`);
    if (progress.hold === 'release' && progress.due !== null) tx.afterCommit(() => ring([{ orderId: asked.orderId, run: progress.run + 1 }]));
    return findOrder(tx, asked);
  });
}
