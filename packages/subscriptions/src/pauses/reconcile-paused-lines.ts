import { isRejectedStatement } from '@linework/db/errors';
import type { PlaceDeps } from '@linework/engine/commands/place-order';
import type { Log } from '@linework/log/log';
import { blockPausedLines, unblockResumedLines } from './block-paused-lines.ts';
import { hasPauseBlocks, type PauseBlock, postponePauseBlock } from './pause-blocks.ts';

type BatchAction = typeof blockPausedLines;
type Deps = PlaceDeps & { readonly log: Log };

/** The rest is left to the next run of the job, so that a shutdown does not wait for a long run. */
const batchLimit = 64;

/**
 * Blocks the lines of paused subscriptions that could not be blocked at once, and unblocks those of resumed ones, in
 * batches. A line whose order the database rejects is postponed and logged once, and does not delay the others.
 */
export async function reconcilePausedLines(deps: Deps): Promise<void> {
  if (!(await hasPauseBlocks(deps.db))) return;
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
      log.error(
        { err: error, lineId, subscriptionId },
        'the database rejects the order of a line of a paused subscription; the job retries it',
      );
    return 1;
  }
}
