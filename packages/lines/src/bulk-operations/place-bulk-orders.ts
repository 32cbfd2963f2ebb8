import type { Db } from '@linework/db/db';
import { isRejectedStatement } from '@linework/db/errors';
import type { ChangeOrderDeps } from '@linework/engine/commands/change-order';
import type { Log } from '@linework/log/log';
import { internal } from '@linework/problem-details/make-problem';
import { Problem } from '@linework/problem-details/problem';
import type { LineOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import { type LineOrderRequest, placeOrder } from '../commands/place-order.ts';
import { placeOrders } from '../commands/place-orders.ts';
import { activateLine } from '../order-types/activate-line.ts';
import { blockLine } from '../order-types/block-line.ts';
import type { LineOrderType } from '../order-types/line-order-type.ts';
import { reconcileLine } from '../order-types/reconcile-line.ts';
import { terminateLine } from '../order-types/terminate-line.ts';
import { unblockLine } from '../order-types/unblock-line.ts';
import { placeRow } from './bulk-rows.ts';
import { changeWaitingOrder } from './change-waiting-order.ts';
import { consumeRateLimit } from './consume-rate-limit.ts';
import {
  acquireWaitingItems,
  buildItemProblem,
  isLine,
  isRow,
  lockWaitingItem,
  recordPlaced,
  recordRefused,
  type WaitingItem,
  type WaitingLine,
  type WaitingRow,
} from './waiting-items.ts';

/** The order type that each line of a bulk operation gets. */
const bulkOrderTypes: Readonly<Record<LineOperation, LineOrderType>> = {
  block: blockLine,
  unblock: unblockLine,
  activate: activateLine,
  delete: terminateLine,
  reconcile: reconcileLine,
};

export interface BulkDeps extends ChangeOrderDeps {
  readonly log: Log;
  /** For all workers together. */
  readonly bulkOrdersPerSecond: number;
  /** Per broker, over all processes: its bulk operations pause while it has so many open orders. */
  readonly openOrdersPerBroker: number;
}

/** The number of rows that one statement carries at once; their lines are locked meanwhile. */
const batchSize = 64;
/**
 * Processes items of running bulk operations, as many as the rate limit allows now: places the order of a line, or
 * changes an order. The order and its record on the item are one transaction: if the process dies in between, nothing
 * is done and another worker finds the item waiting. Starts no further batch once `isOver` returns true. Returns how
 * many items were tried.
 */
export async function placeBulkOrders(deps: BulkDeps, shouldStop: () => boolean = () => false): Promise<number> {
  let tried = 0;
  while (!shouldStop()) {
    const limit = await consumeRateLimit(deps.db, deps.bulkOrdersPerSecond, batchSize);
    if (limit === 0) break;
    const acquired = await placeBatch(deps, limit);
    if (acquired === 0) break;
    tried += acquired;
  }
  return tried;
}

/**
 * Orders of lines are placed together. An item that fails in the batch is tried alone, where there is time to wait for
 * its line or to find the error. Each change of an order is also done alone.
 */
async function placeBatch(deps: BulkDeps, limit: number): Promise<number> {
  const { acquired, remaining } = await deps.db
    .transaction((tx) => placeItemsTogether(tx, deps, limit))
    .catch((error) => acquireWithoutPlacing(deps, limit, error));
  for (const item of remaining) await processItem(deps, item);
  return acquired;
}

interface Batch {
  readonly acquired: number;
  readonly remaining: readonly WaitingItem[];
}

async function placeItemsTogether(tx: Db, { notify, openOrdersPerBroker }: BulkDeps, limit: number): Promise<Batch> {
  const items = await acquireWaitingItems(tx, { limit, openOrdersPerBroker });
  const lines = items.filter(isLine);
  const orderIds = await placeOrders({ db: tx, notify }, lines.map(buildOrderRequest));
  const placed = lines.flatMap((item, at) => {
    const orderId = orderIds[at];
    return orderId === undefined ? [] : [{ item, orderId }];
  });
  if (placed.length > 0) await recordPlaced(tx, placed);
  const placedItems = new Set<WaitingItem>(placed.map(({ item }) => item));
  return { acquired: items.length, remaining: items.filter((item) => !placedItems.has(item)) };
}

async function acquireWithoutPlacing(
  { db, openOrdersPerBroker }: BulkDeps,
  limit: number,
  error: unknown,
): Promise<Batch> {
  if (!isRejectedStatement(error)) throw error;
  const remaining = await acquireWaitingItems(db, { limit, openOrdersPerBroker });
  return { acquired: remaining.length, remaining };
}

async function processItem({ db, log, ...deps }: BulkDeps, item: WaitingItem): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      if (!(await lockWaitingItem(tx, item))) return;
      const own = { ...deps, db: tx };
      if (isRow(item)) await placeWaitingRow(own, item);
      else await (isLine(item) ? placeSingleOrder(own, item) : changeWaitingOrder(own, item));
    });
  } catch (error) {
    if (error instanceof Problem) return recordRefused(db, item, buildItemProblem(error));
    if (!isRejectedStatement(error)) throw error;
    // A retry would be rejected again and would keep the operation from ever ending.
    log.error(
      { err: error, bulkId: item.bulkId, position: item.position },
      'the database rejects an item of a bulk operation',
    );
    await recordRefused(db, item, buildItemProblem(internal()));
  }
}

async function placeWaitingRow(deps: ChangeOrderDeps, item: WaitingRow): Promise<void> {
  const { operation, lineId, brokerId, keyId, correlationId, metadata, reason, row } = item;
  const caller = { keyId, brokerId, scopes: [] };
  const { orderId } = await placeRow(deps, {
    operation,
    lineId,
    row,
    caller,
    correlationId,
    metadata,
    reason: reason ?? undefined,
  });
  await recordPlaced(deps.db, [{ item, orderId }]);
}

async function placeSingleOrder(deps: ChangeOrderDeps, item: WaitingLine): Promise<void> {
  const { orderId } = await placeOrder(deps, buildOrderRequest(item));
  await recordPlaced(deps.db, [{ item, orderId }]);
}

function buildOrderRequest({
  lineId,
  brokerId,
  operation,
  keyId,
  correlationId,
  metadata,
  reason,
}: WaitingLine): LineOrderRequest {
  return {
    orderType: bulkOrderTypes[operation],
    caller: { keyId, brokerId, scopes: [] },
    lineId,
    correlationId,
    metadata,
    reason: reason ?? undefined,
  };
}
