import type { JobName } from '@linework/schemas/jobs';
import { blockLine } from '../order-types/block-line.ts';
import { unblockLine } from '../order-types/unblock-line.ts';
import type { OrderType } from '../orders/order-type.ts';
import type { OrderRequest, PlaceDeps } from '../orders/place-order.ts';
import { placeOrders } from '../orders/place-orders.ts';
import { deletePauseBlock, deleteSettledPauseBlocks, lockLinesToBlock, lockLinesToUnblock, type PauseBlock, recordBlockOrder } from './pause-blocks.ts';

export interface LineBatchOptions {
  /** Null for any. */
  readonly subscriptionId: string | null;
  /** As many as a statement places at once, unless told otherwise; what is more is left to the clock. */
  readonly limit?: number;
  /** Told which lines are being tried, before they are. */
  readonly onAttempt?: (lines: readonly PauseBlock[]) => void;
}

const batchLimit = 64;

/**
 * Opens block orders for lines that a pause has noted and that can be blocked now, of one subscription or of any; a line that is not
 * in service any more, or that somebody else has blocked, is noted no longer. Answers how many lines were tried.
 */
export async function blockPausedLines(deps: PlaceDeps, { subscriptionId, limit = batchLimit, onAttempt }: LineBatchOptions): Promise<number> {
  const { db: tx } = deps;
  await deleteSettledPauseBlocks(tx, subscriptionId);
  const lines = await lockLinesToBlock(tx, { subscriptionId, limit });
  onAttempt?.(lines);
  for (const { line, orderId } of await placeLineOrders(deps, { orderType: blockLine, lines, job: chooseJob(subscriptionId) }))
    await recordBlockOrder(tx, line, orderId);
  return lines.length;
}

/**
 * Opens unblock orders for the lines that a pause which is over has blocked, as far as their blocks have come to rest. A line
 * that was unblocked, or blocked, by somebody else meanwhile is left alone. Answers how many lines were tried.
 */
export async function unblockResumedLines(deps: PlaceDeps, { subscriptionId, limit = batchLimit, onAttempt }: LineBatchOptions): Promise<number> {
  const { db: tx } = deps;
  await deleteSettledPauseBlocks(tx, subscriptionId);
  const lines = await lockLinesToUnblock(tx, { subscriptionId, limit });
  onAttempt?.(lines);
  for (const { line } of await placeLineOrders(deps, { orderType: unblockLine, lines, job: chooseJob(subscriptionId) })) await deletePauseBlock(tx, line);
  return lines.length;
}

interface OrdersOnLines {
  readonly orderType: OrderType;
  readonly lines: readonly PauseBlock[];
  /** The job that places them where no key asked for the pause. */
  readonly job: JobName;
}

/** The lines of any subscription are those that could not be blocked when the pause began. */
const chooseJob = (subscriptionId: string | null): JobName => (subscriptionId === null ? 'block-paused-lines' : 'move-due-subscriptions');

/** The lines that got their order. What somebody else holds at this moment is tried again later. */
async function placeLineOrders(deps: PlaceDeps, { orderType, lines, job }: OrdersOnLines) {
  const orderIds = await placeOrders(
    deps,
    lines.map((line) => buildOrderRequest(orderType, line, job)),
  );
  return lines.flatMap((line, index) => {
    const orderId = orderIds[index];
    return orderId === undefined ? [] : [{ line, orderId }];
  });
}

function buildOrderRequest(orderType: OrderType, { subscriptionId, lineId, brokerId, keyId }: PauseBlock, job: JobName): OrderRequest {
  return { orderType, caller: { keyId, brokerId, scopes: [], job }, lineId, correlationId: subscriptionId, metadata: { subscriptionId } };
}
