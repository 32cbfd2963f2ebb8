import type { Db } from '@linework/db/db';
import { isRefusedStatement } from '@linework/db/errors';
import type { Log } from '@linework/log/log';
import { internal } from '@linework/problem-details/make-problem';
import { Problem } from '@linework/problem-details/problem';
import type { ChangeOrderDeps } from '../orders/change-order.ts';
import { type OrderRequest, placeOrder } from '../orders/place-order.ts';
import { placeTogether } from '../orders/place-together.ts';
import { bulkOrderTypes } from './bulk-order-types.ts';
import { changeWaitingOrder } from './change-waiting-order.ts';
import { claimPace } from './claim-pace.ts';
import { problemOfItem } from './problem-of-item.ts';
import { holdWaitingItem, isLine, recordPlaced, recordRefused, takeWaitingItems, type WaitingItem, type WaitingLine } from './waiting-items.ts';

export interface BulkDeps extends ChangeOrderDeps {
  readonly log: Log;
  /** For all workers together. */
  readonly bulkOrdersPerSecond: number;
  /** Of one broker, over all programs: its bulk operations pause while it has so many open orders. */
  readonly openOrdersPerBroker: number;
}

/** As many as a statement carries at once; their lines are locked for its time. */
const mostTogether = 64;
/**
 * Processes items of running bulk operations, as many as the rate allows now: places the order of a line, or changes an order. That and
 * the note of it are one transaction: whoever dies in between has done nothing, and another finds the item waiting. Begins no batch
 * more once `isOver` says so. Answers how many items were tried.
 */
export async function placeBulkOrders(deps: BulkDeps, isOver: () => boolean = () => false): Promise<number> {
  let tried = 0;
  while (!isOver()) {
    const most = await claimPace(deps.db, deps.bulkOrdersPerSecond, mostTogether);
    if (most === 0) break;
    const taken = await placeBatch(deps, most);
    if (taken === 0) break;
    tried += taken;
  }
  return tried;
}

/**
 * Orders of lines are placed together. What could not be placed so is tried alone, where there is time to wait for its line or to say what
 * is wrong; and so is each change of an order.
 */
async function placeBatch(deps: BulkDeps, most: number): Promise<number> {
  const { taken, left } = await deps.db.transaction((tx) => placeWaiting(tx, deps, most)).catch((error) => takeEachAlone(deps, most, error));
  for (const item of left) await processAlone(deps, item);
  return taken;
}

interface Batch {
  readonly taken: number;
  readonly left: readonly WaitingItem[];
}

async function placeWaiting(tx: Db, { ring, openOrdersPerBroker }: BulkDeps, most: number): Promise<Batch> {
  const items = await takeWaitingItems(tx, { most, openOrdersPerBroker });
  const lines = items.filter(isLine);
  const orderIds = await placeTogether({ db: tx, ring }, lines.map(requestOf));
  const placed = lines.flatMap((item, at) => {
    const orderId = orderIds[at];
    return orderId === undefined ? [] : [{ item, orderId }];
  });
  if (placed.length > 0) await recordPlaced(tx, placed);
  const done = new Set<WaitingItem>(placed.map(({ item }) => item));
  return { taken: items.length, left: items.filter((item) => !done.has(item)) };
}

async function takeEachAlone({ db, openOrdersPerBroker }: BulkDeps, most: number, error: unknown): Promise<Batch> {
  if (!isRefusedStatement(error)) throw error;
  const left = await takeWaitingItems(db, { most, openOrdersPerBroker });
  return { taken: left.length, left };
}

async function processAlone({ db, log, ...deps }: BulkDeps, item: WaitingItem): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      if (!(await holdWaitingItem(tx, item))) return;
      await (isLine(item) ? placeAlone({ ...deps, db: tx }, item) : changeWaitingOrder({ ...deps, db: tx }, item));
    });
  } catch (error) {
    if (error instanceof Problem) return recordRefused(db, item, problemOfItem(error));
    if (!isRefusedStatement(error)) throw error;
    // Tried again it would be refused again, and keep its operation from ever ending.
    log.error({ err: error, bulkId: item.bulkId, position: item.position }, 'the database refuses an item of a bulk operation');
    await recordRefused(db, item, problemOfItem(internal()));
  }
}

async function placeAlone(deps: ChangeOrderDeps, item: WaitingLine): Promise<void> {
  const { orderId } = await placeOrder(deps, requestOf(item));
  await recordPlaced(deps.db, [{ item, orderId }]);
}

function requestOf({ lineId, brokerId, operation, keyId, correlationId, metadata }: WaitingLine): OrderRequest {
  return { orderType: bulkOrderTypes[operation], caller: { keyId, brokerId, scopes: [] }, lineId, correlationId, metadata };
}
