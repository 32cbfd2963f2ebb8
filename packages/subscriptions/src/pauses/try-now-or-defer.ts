import { isRejectedStatement } from '@linework/db/errors';
import type { PlaceDeps } from '@linework/engine/commands/place-order';
import type { blockPausedLines } from './block-paused-lines.ts';

/**
 * Opens the orders on a subscription's lines at once, in the transaction that changes its status. If the database
 * rejects one, the status change stays and all these orders are rolled back. The job then tries each recorded line
 * separately and logs the one that fails.
 */
export async function tryNowOrDefer(
  { db: tx, notify }: PlaceDeps,
  action: typeof blockPausedLines,
  subscriptionId: string,
): Promise<void> {
  try {
    await tx.savepoint((savepoint) => action({ db: savepoint, notify }, { subscriptionId }));
  } catch (error) {
    if (!isRejectedStatement(error)) throw error;
  }
}
