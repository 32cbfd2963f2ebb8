import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { orderRequestEvents } from '@linework/schemas/events';
import type { WakeUp } from '@linework/schemas/jobs';
import type { OrderRequest as OrderRequestName } from '@linework/schemas/lifecycles/order.lifecycle';
import type { Order } from '@linework/schemas/orders/order';
import type { OrderSnapshot } from '../model/order-snapshot.ts';
import type { OrderTypes } from '../model/order-type.ts';
import type { EmitEvent } from '../model/step.ts';
import type { Transition } from '../model/transition.ts';
import { findOrder, orderNotFound } from '../queries/find-order.ts';
import { commitTransition } from '../store/commit-transition.ts';
import { loadOrders } from '../store/load-orders.ts';
import { checkOrderRequest } from './check-order-request.ts';

const lockOrderStatement = statement(
  'lock-order',
  { orderId: 'uuid', brokerId: 'uuid?' },
  'SELECT superseded_by FROM orders WHERE id = :orderId AND (:brokerId IS NULL OR broker_id = :brokerId) FOR UPDATE',
);

interface OrderCommand {
  readonly caller: Caller;
  readonly orderId: string;
  readonly request: OrderRequestName;
}

/** Locks an order for a request and reads it. Raises not-found and the problems of `checkOrderRequest`. */
async function lockOrder(
  tx: Db,
  orderTypes: OrderTypes,
  { caller, orderId, request }: OrderCommand,
): Promise<OrderSnapshot> {
  const [locked] = await tx.query(lockOrderStatement, {
    orderId,
    brokerId: caller.brokerId,
  });
  // A second statement reads the order, because its snapshot begins after the lock and shows the current steps.
  const [order] = locked ? await loadOrders(tx, orderTypes, [orderId]) : [];
  if (!locked || !order) throw orderNotFound(orderId);
  const problem = checkOrderRequest(order, { request, supersededBy: locked.superseded_by });
  if (problem) throw problem;
  return order as OrderSnapshot;
}

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
