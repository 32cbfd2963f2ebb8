import type { JobName } from '@linework/schemas/jobs';
import { blockLine } from '../order-types/block-line.ts';
import { unblockLine } from '../order-types/unblock-line.ts';
import type { OrderType } from '../orders/order-type.ts';
import type { OrderRequest, PlaceDeps } from '../orders/place-order.ts';
import { placeTogether } from '../orders/place-together.ts';
import { forgetLine, forgetSettledLines, type NotedLine, recordBlockOrder, takeLinesToBlock, takeLinesToUnblock } from './noted-lines.ts';

export interface LinesToTry {
  /** Null for any. */
  readonly subscriptionId: string | null;
  /** As many as a statement places at once, unless told otherwise; what is more is left to the clock. */
  readonly most?: number;
  /** Told which lines are being tried, before they are. */
  readonly trying?: (lines: readonly NotedLine[]) => void;
}

const mostTogether = 64;

/**
 * Opens block orders for lines that a pause has noted and that can be blocked now, of one subscription or of any; a line that is not
 * in service any more, or that somebody else has blocked, is noted no longer. Answers how many lines were tried.
 */
export async function blockPausedLines(deps: PlaceDeps, { subscriptionId, most = mostTogether, trying }: LinesToTry): Promise<number> {
  const { db: tx } = deps;
  await forgetSettledLines(tx, subscriptionId);
  const lines = await takeLinesToBlock(tx, { subscriptionId, most });
  trying?.(lines);
  for (const { line, orderId } of await placeOn(deps, { orderType: blockLine, lines, job: jobOf(subscriptionId) })) await recordBlockOrder(tx, line, orderId);
  return lines.length;
}

/**
 * Opens unblock orders for the lines that a pause which is over has blocked, as far as their blocks have come to rest. A line
 * that was unblocked, or blocked, by somebody else meanwhile is left alone. Answers how many lines were tried.
 */
export async function unblockResumedLines(deps: PlaceDeps, { subscriptionId, most = mostTogether, trying }: LinesToTry): Promise<number> {
  const { db: tx } = deps;
  await forgetSettledLines(tx, subscriptionId);
  const lines = await takeLinesToUnblock(tx, { subscriptionId, most });
  trying?.(lines);
  for (const { line } of await placeOn(deps, { orderType: unblockLine, lines, job: jobOf(subscriptionId) })) await forgetLine(tx, line);
  return lines.length;
}

interface OrdersOnLines {
  readonly orderType: OrderType;
  readonly lines: readonly NotedLine[];
  /** The job that places them where no key asked for the pause. */
  readonly job: JobName;
}

/** The lines of any subscription are those that could not be blocked when the pause began. */
const jobOf = (subscriptionId: string | null): JobName => (subscriptionId === null ? 'block-paused-lines' : 'move-due-subscriptions');

/** The lines that got their order. What somebody else holds at this moment is tried again later. */
async function placeOn(deps: PlaceDeps, { orderType, lines, job }: OrdersOnLines) {
  const orderIds = await placeTogether(
    deps,
    lines.map((line) => requestOf(orderType, line, job)),
  );
  return lines.flatMap((line, at) => {
    const orderId = orderIds[at];
    return orderId === undefined ? [] : [{ line, orderId }];
  });
}

function requestOf(orderType: OrderType, { subscriptionId, lineId, brokerId, keyId }: NotedLine, job: JobName): OrderRequest {
  return { orderType, caller: { keyId, brokerId, scopes: [], job }, lineId, correlationId: subscriptionId, metadata: { subscriptionId } };
}
