import { LineworkError } from '../errors/linework-error.ts';
import type { Order } from '../generated/types.ts';

/** The order did not complete: it is FAILED, ROLLED_BACK, or its undo failed. */
export class OrderFailedError extends LineworkError {
  override readonly name: string = 'OrderFailedError';
  readonly order: Order;

  constructor(order: Order) {
    super(`${describe(order)}${describeFailure(order)}`);
    this.order = order;
  }
}

/** The order was cancelled. */
export class OrderCancelledError extends LineworkError {
  override readonly name: string = 'OrderCancelledError';
  readonly order: Order;

  constructor(order: Order) {
    super(`${describe(order)}: ${order.cancellationReason ?? 'no reason was given'}`);
    this.order = order;
  }
}

/** The order was not settled within `timeoutMs`. It goes on; `order` is what was last read. */
export class OrderTimeoutError extends LineworkError {
  override readonly name: string = 'OrderTimeoutError';
  readonly orderId: string;
  readonly order: Order | undefined;

  constructor(orderId: string, timeoutMs: number, order: Order | undefined) {
    super(
      `Order ${orderId} was ${order?.status ?? 'not read'} after ${timeoutMs} ms. It goes on: wait again with its id.`,
    );
    this.orderId = orderId;
    this.order = order;
  }
}

/** Returns a COMPLETED order. */
export function checkCompleted(order: Order): Order {
  if (order.status === 'COMPLETED') return order;
  throw order.status === 'CANCELLED' ? new OrderCancelledError(order) : new OrderFailedError(order);
}

function describe({ id, type, status }: Order): string {
  return `Order ${id} (${type}) is ${status}`;
}

function describeFailure({ steps }: Order): string {
  const step = steps.findLast(({ error }) => error !== null);
  if (step === undefined) return '';
  const { code, message, detail } = step.error as { readonly [member: string]: unknown };
  const reason = [code, message ?? detail].filter((part) => typeof part === 'string').join(', ');
  return `: step ${step.orderTypeStepCode} failed${reason === '' ? '' : ` (${reason})`}`;
}
