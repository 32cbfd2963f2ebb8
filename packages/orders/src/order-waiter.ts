import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@linework/db/db';
import { createRowWaiter, type WaitLimits } from '@linework/db/row-waiter';
import { statement } from '@linework/db/statement';
import { openStatuses } from '@linework/schemas/lifecycles/order.lifecycle';

/** Waits for orders that clients asked for. */
export interface OrderWaiter {
  /**
   * Resolves when the order may have settled, when the time is over, or when the signal is aborted. The caller reads
   * the order afterwards.
   */
  waitForOrder(orderId: string, limits: WaitLimits): Promise<void>;
}

const settledStatement = statement(
  'find-settled-orders',
  { ids: 'uuid[]', openStatuses: 'text[]' },
  'SELECT id FROM orders WHERE id = ANY(ARRAY(SELECT unnest(:ids))) AND NOT status = ANY(:openStatuses)',
);

/** Creates the waiter on this program's own database. */
export function createOrderWaiter(db: Pick<Db, 'query'>, onError: (error: unknown) => void): OrderWaiter {
  const findEnded = async (ids: readonly string[]) =>
    (await db.query(settledStatement, { ids, openStatuses })).map(({ id }) => id);
  return { waitForOrder: createRowWaiter({ findEnded, onError }).waitForRow };
}

/** How often an order is read again from another service, which tells nobody when it settles. */
const remotePollMs = 1_000;

/** The waiter on an order service. */
export const createRemoteOrderWaiter = (): OrderWaiter => ({
  async waitForOrder(_orderId, { timeoutMs, signal }) {
    await sleep(Math.min(timeoutMs, remotePollMs), undefined, { signal }).catch(() => undefined);
  },
});
