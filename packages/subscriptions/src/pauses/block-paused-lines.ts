import type { PlaceDeps } from '@linework/engine/commands/place-order';
import type { LineOrderRequest } from '@linework/lines/commands/place-order';
import { placeOrders } from '@linework/lines/commands/place-orders';
import { blockLine } from '@linework/lines/order-types/block-line';
import type { LineOrderType } from '@linework/lines/order-types/line-order-type';
import { unblockLine } from '@linework/lines/order-types/unblock-line';
import type { JobName } from '@linework/schemas/jobs';
import {
  deletePauseBlock,
  deleteSettledPauseBlocks,
  lockLinesToBlock,
  lockLinesToUnblock,
  type PauseBlock,
  recordBlockOrder,
} from './pause-blocks.ts';

export interface LineBatchOptions {
  /** Null means any subscription. */
  readonly subscriptionId: string | null;
  /** Defaults to the size of one batch of orders. Later runs of the job handle the rest. */
  readonly limit?: number;
  /** Called with the lines before their orders are placed. */
  readonly onAttempt?: (lines: readonly PauseBlock[]) => void;
}

const batchLimit = 64;

/**
 * Opens block orders for lines of paused subscriptions that can be blocked now, for one subscription or for all. Pause
 * blocks of lines that are out of service or blocked by another order are deleted. Returns the number of lines tried.
 */
export async function blockPausedLines(
  deps: PlaceDeps,
  { subscriptionId, limit = batchLimit, onAttempt }: LineBatchOptions,
): Promise<number> {
  const { db: tx } = deps;
  await deleteSettledPauseBlocks(tx, subscriptionId);
  const lines = await lockLinesToBlock(tx, { subscriptionId, limit });
  onAttempt?.(lines);
  for (const { line, orderId } of await placeLineOrders(deps, {
    orderType: blockLine,
    lines,
    job: chooseJob(subscriptionId),
  }))
    await recordBlockOrder(tx, line, orderId);
  return lines.length;
}

/**
 * Opens unblock orders for the lines that an ended pause has blocked, once their block orders are settled. Lines that
 * another order has unblocked or blocked since are left alone. Returns the number of lines tried.
 */
export async function unblockResumedLines(
  deps: PlaceDeps,
  { subscriptionId, limit = batchLimit, onAttempt }: LineBatchOptions,
): Promise<number> {
  const { db: tx } = deps;
  await deleteSettledPauseBlocks(tx, subscriptionId);
  const lines = await lockLinesToUnblock(tx, { subscriptionId, limit });
  onAttempt?.(lines);
  for (const { line } of await placeLineOrders(deps, { orderType: unblockLine, lines, job: chooseJob(subscriptionId) }))
    await deletePauseBlock(tx, line);
  return lines.length;
}

interface OrdersOnLines {
  readonly orderType: LineOrderType;
  readonly lines: readonly PauseBlock[];
  /** The job that places the orders when no API key requested the pause. */
  readonly job: JobName;
}

/** Without a subscription, the lines are those that could not be blocked when the pause began. */
const chooseJob = (subscriptionId: string | null): JobName =>
  subscriptionId === null ? 'block-paused-lines' : 'move-due-subscriptions';

/** Returns the lines that got an order. Lines that another transaction has locked are tried again later. */
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

function buildOrderRequest(
  orderType: LineOrderType,
  { subscriptionId, lineId, brokerId, keyId }: PauseBlock,
  job: JobName,
): LineOrderRequest {
  return {
    orderType,
    caller: { keyId, brokerId, scopes: [], job },
    lineId,
    correlationId: subscriptionId,
    metadata: { subscriptionId },
  };
}
