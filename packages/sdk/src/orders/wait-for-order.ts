import { ValidationError } from '../generated/problem-errors.ts';
import type { Order } from '../generated/types.ts';
import { sleep } from '../transport/sleep.ts';
import type { Transport } from '../transport/transport.ts';
import { OrderTimeoutError } from './order-errors.ts';

export interface WaitOptions {
  /** How long to wait for the end of the order; 5 minutes by default. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Is called with the order whenever it was read and has changed. */
  readonly onChange?: ((order: Order) => void) | undefined;
}

export type WaitForOrder = (orderId: string, options?: WaitOptions) => Promise<Order>;

const openStatuses: readonly Order['status'][] = ['PENDING', 'IN_PROGRESS', 'ROLLING_BACK', 'CANCELLING'];

const defaultTimeoutMs = 300_000;
/** The longest wait of the server. Proxies often end a silent connection after 30 s. */
const longestWaitSeconds = 25;
/** With `onChange` the order is read more often, for its steps. */
const watchSeconds = 1;
const firstPauseMs = 100;
const longestPauseMs = 5_000;

/**
 * Reads an order until it is settled. The server holds each answer back until then, so that nothing is asked again and
 * again.
 */
export function orderWaiter(transport: Transport): WaitForOrder {
  return async (orderId, { timeoutMs = defaultTimeoutMs, signal, onChange } = {}) => {
    const endsAt = Date.now() + timeoutMs;
    const read = orderReader(transport, {
      orderId,
      signal,
      longestSeconds: onChange ? watchSeconds : longestWaitSeconds,
    });
    let order: Order | undefined;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
      const startedAt = Date.now();
      const current = await read(endsAt - startedAt);
      if (current.updatedAt !== order?.updatedAt || current.status !== order?.status) onChange?.(current);
      order = current;
      if (!openStatuses.includes(order.status)) return order;
      if (Date.now() >= endsAt) throw new OrderTimeoutError(orderId, timeoutMs, order);
      // Where the server has waited, the pause is already over. An older server answers at once.
      const restMs = Math.min(startedAt + pauseMs, endsAt) - Date.now();
      if (restMs > 0) await sleep(restMs, signal);
    }
  };
}

interface ReaderOptions {
  readonly orderId: string;
  readonly signal: AbortSignal | undefined;
  readonly longestSeconds: number;
}

/** Reads an order with `waitSeconds`, or without it once the server has rejected the parameter. */
function orderReader(
  transport: Transport,
  { orderId, signal, longestSeconds }: ReaderOptions,
): (remainingMs: number) => Promise<Order> {
  const path = `/orders/${encodeURIComponent(orderId)}`;
  const readOnce = async (waitSeconds: number) => {
    const query = waitSeconds > 0 ? { waitSeconds } : {};
    return (await transport.send({ method: 'GET', path, query }, { signal, timeoutMs: (waitSeconds + 30) * 1_000 }))
      .data as Order;
  };
  let canWait = true;
  return async (remainingMs) => {
    const waitSeconds = canWait ? Math.min(longestSeconds, Math.floor(Math.max(remainingMs, 0) / 1_000)) : 0;
    try {
      return await readOnce(waitSeconds);
    } catch (error) {
      if (!(error instanceof ValidationError && error.errors.some(({ parameter }) => parameter === 'waitSeconds')))
        throw error;
      canWait = false;
      return await readOnce(0);
    }
  };
}
