import { isRefusedStatement } from '@linework/db/errors';
import type { PlaceDeps } from '../orders/place-order.ts';
import type { blockPausedLines } from './paused-lines.ts';

/**
 * Opens at once the orders on the lines of a subscription, in the transaction that moves it. Where the database refuses one, the move stays and
 * nothing is done about any line: all are noted, and the clock tries each by itself and tells which was refused.
 */
export async function orLeaveToClock({ db: tx, ring }: PlaceDeps, work: typeof blockPausedLines, subscriptionId: string): Promise<void> {
  try {
    await tx.attempt((attempt) => work({ db: attempt, ring }, { subscriptionId }));
  } catch (error) {
    if (!isRefusedStatement(error)) throw error;
  }
}
