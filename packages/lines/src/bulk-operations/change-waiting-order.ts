import { cancelOrder } from '@linework/engine/commands/cancel-order';
import type { ChangeOrderDeps, OrderChange } from '@linework/engine/commands/change-order';
import { closeOrder } from '@linework/engine/commands/close-order';
import { retryOrder } from '@linework/engine/commands/retry-order';
import { rollbackOrder } from '@linework/engine/commands/rollback-order';
import { reachCrashPoint } from '@linework/engine/model/crash-points';
import type { OrderOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import type { OrderStatus } from '@linework/schemas/lifecycles/order.lifecycle';
import type { Order } from '@linework/schemas/orders/order';
import { recordChanged, type WaitingOrder } from './waiting-items.ts';

type Change = (deps: ChangeOrderDeps, change: OrderChange & { readonly reason: string }) => Promise<Order>;

const changeFunctions: Readonly<Record<OrderOperation, Change>> = {
  retry: retryOrder,
  rollback: rollbackOrder,
  cancel: cancelOrder,
  close: closeOrder,
};

/** The final status that counts as success, by the status that the order has right after the change. */
const targetStatuses: Partial<Readonly<Record<OrderStatus, OrderStatus>>> = {
  IN_PROGRESS: 'COMPLETED',
  ROLLING_BACK: 'ROLLED_BACK',
  ROLLED_BACK: 'ROLLED_BACK',
  CANCELLING: 'CANCELLED',
  CANCELLED: 'CANCELLED',
};

/**
 * Changes the order of an item that the caller has locked, with the key that requested the bulk operation, and records
 * the change in the same transaction. Raises the errors of the change.
 */
export async function changeWaitingOrder(deps: ChangeOrderDeps, item: WaitingOrder): Promise<void> {
  const { keyId, brokerId, targetOrderId, operation, reason } = item;
  deps.db.afterCommit(() => reachCrashPoint('before-notify'));
  const { status } = await changeFunctions[operation](deps, {
    caller: { keyId, brokerId, scopes: [] },
    orderId: targetOrderId,
    reason,
  });
  reachCrashPoint('after-placing');
  const targetStatus = targetStatuses[status];
  if (!targetStatus) throw new Error(`order ${targetOrderId} is ${status} after it was asked to ${operation}`);
  await recordChanged(deps.db, item, targetStatus);
}
