import { isRejectedStatement } from '@linework/db/errors';
import type { Log } from '@linework/log/log';
import type { PlaceDeps } from '../orders/place-order.ts';
import { blockPausedLines, unblockResumedLines } from './block-paused-lines.ts';
import { type PauseBlock, postponePauseBlock } from './pause-blocks.ts';

type BatchAction = typeof blockPausedLines;
type Deps = PlaceDeps & { readonly log: Log };

/** Then another run goes on, so that a stop does not wait for a long one. */
const batchLimit = 64;

/**
 * Blocks the lines of paused subscriptions that could not be blocked at once, and unblocks those of resumed ones, in batches. A
 * line whose order the database refuses is held off and told of once, and keeps no other waiting.
 */
export async function reconcilePausedLines(deps: Deps): Promise<void> {
  for (const action of [blockPausedLines, unblockResumedLines]) {
    for (let batch = 0; batch < batchLimit; batch += 1) if ((await tryBatch(deps, action)) === 0) break;
  }
}

function tryBatch(deps: Deps, action: BatchAction): Promise<number> {
  return deps.db
    .transaction((tx) => action({ db: tx, notify: deps.notify }, { subscriptionId: null }))
    .catch((error: unknown) => {
      if (!isRejectedStatement(error)) throw error;
      return tryOneLine(deps, action);
    });
}

async function tryOneLine({ db, notify, log }: Deps, action: BatchAction): Promise<number> {
  let attempted: PauseBlock | undefined;
  const onAttempt = ([line]: readonly PauseBlock[]) => {
    attempted = line;
  };
  try {
    return await db.transaction((tx) => action({ db: tx, notify }, { subscriptionId: null, limit: 1, onAttempt }));
  } catch (error) {
    if (!attempted || !isRejectedStatement(error)) throw error;
    const { lineId, subscriptionId } = attempted;
    if ((await postponePauseBlock(db, attempted)) === 1)
      log.error({ err: error, lineId, subscriptionId }, 'the database refuses the order of a line of a paused subscription');
    return 1;
  }
}
