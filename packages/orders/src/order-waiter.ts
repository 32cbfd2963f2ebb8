import { setTimeout as sleep } from 'node:timers/promises';
import { withoutBrokerScope } from '@linework/db/broker-scope';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { openStatuses } from '@linework/schemas/orders/order.lifecycle';

interface WaitLimits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Waits for orders that clients asked for. */
export interface OrderWaiter {
  /** Resolves when the order may have settled, when the time is over, or when the signal is aborted. The caller reads the order afterwards. */
  waitForOrder(orderId: string, limits: WaitLimits): Promise<void>;
}

/** One statement this often for all waiting requests of the process: 0.2 ms, and 0.5 ms for 100 orders. */
const pollMs = 100;

const settledStatement = statement(
  'find-settled-orders',
  'SELECT id FROM orders WHERE id = ANY(ARRAY(SELECT unnest($1::uuid[]))) AND NOT status = ANY($2::text[])',
);

/** Creates the waiter on this program's own database. It holds no connection while it waits. */
export function createOrderWaiter(db: Pick<Db, 'query'>, onError: (error: unknown) => void): OrderWaiter {
  const waiting = new Map<string, Set<() => void>>();
  let isPolling = false;

  async function poll(): Promise<void> {
    const rows = await db.query<{ readonly id: string }>(settledStatement, [[...waiting.keys()], openStatuses]);
    for (const { id } of rows) for (const resolve of waiting.get(id) ?? []) resolve();
  }

  async function pollWhileWaiting(): Promise<void> {
    while (waiting.size > 0) {
      await poll().catch(onError);
      await sleep(pollMs);
    }
    isPolling = false;
  }

  function add(orderId: string, resolve: () => void): void {
    waiting.set(orderId, (waiting.get(orderId) ?? new Set()).add(resolve));
    if (!isPolling) void withoutBrokerScope('each waiting request was allowed to read its order', pollWhileWaiting);
    isPolling = true;
  }

  function remove(orderId: string, resolve: () => void): void {
    const others = waiting.get(orderId);
    others?.delete(resolve);
    if (others?.size === 0) waiting.delete(orderId);
  }

  return {
    async waitForOrder(orderId, { timeoutMs, signal }) {
      const ended = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(timeoutMs))]);
      if (ended.aborted) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      ended.addEventListener('abort', () => resolve(), { once: true });
      add(orderId, resolve);
      await promise;
      remove(orderId, resolve);
    },
  };
}

/** How often an order is read again from another service, which tells nobody when it settles. */
const remotePollMs = 1_000;

/** The waiter on an order service. */
export const createRemoteOrderWaiter = (): OrderWaiter => ({
  async waitForOrder(_orderId, { timeoutMs, signal }) {
    await sleep(Math.min(timeoutMs, remotePollMs), undefined, { signal }).catch(() => undefined);
  },
});
