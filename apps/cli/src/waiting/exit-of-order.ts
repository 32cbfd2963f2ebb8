import { type ExitName, exitCodes } from '../errors/exit-codes.ts';
import { isSettled, type Order } from '../model/order.ts';

/** The exit code for the status of an order after waiting for it. */
export function exitOfOrder(order: Pick<Order, 'status'>): number {
  return exitCodes[nameOf(order)].code;
}

function nameOf(order: Pick<Order, 'status'>): ExitName {
  if (!isSettled(order)) return 'timedOut';
  if (order.status === 'COMPLETED') return 'done';
  return order.status === 'CANCELLED' ? 'cancelled' : 'failed';
}
