import type { Db } from '@linework/db/db';
import { isRefusedStatement } from '@linework/db/errors';
import type { Log } from '@linework/log/log';
import { internal } from '@linework/problem-details/make-problem';
import { Problem } from '@linework/problem-details/problem';
import { type OrderRequest, type PlaceDeps, placeOrder } from '../orders/place-order.ts';
import { placeTogether } from '../orders/place-together.ts';
import { bulkOrderTypes } from './bulk-order-types.ts';
import { claimPace } from './claim-pace.ts';
import { holdWaitingItem, recordPlaced, recordRefused, takeWaitingItems, type WaitingItem } from './waiting-items.ts';

export interface BulkDeps extends PlaceDeps {
  readonly log: Log;
  /** For all workers together. */
  readonly bulkOrdersPerSecond: number;
  /** Of one broker, over all programs: its bulk operations pause while it has so many open orders. */
  readonly openOrdersPerBroker: number;
}

/** As many as a statement carries at once; their lines are locked for its time. */
const mostTogether = 64;
/**
 * Places the orders of running bulk operations, as many as the rate allows now. A line's order and the note of it are one
 * transaction: whoever dies in between has done nothing, and another finds the line waiting. Begins no batch more once `isOver`
 * says so. Answers how many lines were tried.
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

/** What could not be placed with the others is tried alone, where there is time to wait for its line or to say what is wrong. */
async function placeBatch(deps: BulkDeps, most: number): Promise<number> {
  const { taken, left } = await deps.db.transaction((tx) => placeWaiting(tx, deps, most)).catch((error) => takeEachAlone(deps, most, error));
  for (const item of left) await placeAlone(deps, item);
  return taken;
}

interface Batch {
  readonly taken: number;
  readonly left: readonly WaitingItem[];
}

async function placeWaiting(tx: Db, { ring, openOrdersPerBroker }: BulkDeps, most: number): Promise<Batch> {
  const items = await takeWaitingItems(tx, { most, openOrdersPerBroker });
  const orderIds = await placeTogether({ db: tx, ring }, items.map(requestOf));
  const placed = items.flatMap((item, at) => {
    const orderId = orderIds[at];
    return orderId === undefined ? [] : [{ item, orderId }];
  });
  await recordPlaced(tx, placed);
  return { taken: items.length, left: items.filter((_, at) => orderIds[at] === undefined) };
}

async function takeEachAlone({ db, openOrdersPerBroker }: BulkDeps, most: number, error: unknown): Promise<Batch> {
  if (!isRefusedStatement(error)) throw error;
  const left = await takeWaitingItems(db, { most, openOrdersPerBroker });
  return { taken: left.length, left };
}

async function placeAlone({ db, ring, log }: BulkDeps, item: WaitingItem): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      if (!(await holdWaitingItem(tx, item))) return;
      const { orderId } = await placeOrder({ db: tx, ring }, requestOf(item));
      await recordPlaced(tx, [{ item, orderId }]);
    });
  } catch (error) {
    if (error instanceof Problem) return recordRefused(db, item, partsOf(error));
    if (!isRefusedStatement(error)) throw error;
    // Tried again it would be refused again, and keep its operation from ever ending.
    log.error({ err: error, bulkId: item.bulkId, lineId: item.lineId }, 'the database refuses the order of a line of a bulk operation');
    await recordRefused(db, item, partsOf(internal()));
  }
}

function requestOf({ lineId, brokerId, operation, keyId, correlationId, metadata }: WaitingItem): OrderRequest {
  return { orderType: bulkOrderTypes[operation], caller: { keyId, brokerId, scopes: [] }, lineId, correlationId, metadata };
}

/** A problem as a line keeps it, in the words of `bulk-item.ts`. */
const partsOf = ({ name, status, code, detail, members }: Problem) => ({ problem: name, status, code, detail, ...members });
