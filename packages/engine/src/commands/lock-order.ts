import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { OrderRequest as OrderRequestName } from '@linework/schemas/lifecycles/order.lifecycle';
import type { OrderSnapshot } from '../model/order-snapshot.ts';
import type { OrderTypes } from '../model/order-type.ts';
import { orderNotFound } from '../queries/find-order.ts';
import { loadOrders } from '../store/load-orders.ts';
import { checkOrderRequest } from './check-order-request.ts';

const lockOrderStatement = statement(
  'lock-order',
  { orderId: 'uuid', brokerId: 'uuid?' },
  'SELECT superseded_by FROM orders WHERE id = :orderId AND (:brokerId IS NULL OR broker_id = :brokerId) FOR UPDATE',
);

export interface OrderCommand {
  readonly caller: Caller;
  readonly orderId: string;
  readonly request: OrderRequestName;
}

/** Locks an order for a request and reads it. Raises not-found and the problems of `checkOrderRequest`. */
export async function lockOrder(
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
