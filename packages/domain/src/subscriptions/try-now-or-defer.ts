import { isRejectedStatement } from '@linework/db/errors';
import type { PlaceDeps } from '../orders/place-order.ts';
import type { blockPausedLines } from './block-paused-lines.ts';

/**
 * Opens at once the orders on the lines of a subscription, in the transaction that moves it. Where the database refuses one, the move stays and
 * nothing is done about any line: all are noted, and the clock tries each by itself and tells which was refused.
 */
export async function tryNowOrDefer({ db: tx, notify }: PlaceDeps, action: typeof blockPausedLines, subscriptionId: string): Promise<void> {
  try {
    await tx.savepoint((savepoint) => action({ db: savepoint, notify }, { subscriptionId }));
  } catch (error) {
    if (!isRejectedStatement(error)) throw error;
  }
}
