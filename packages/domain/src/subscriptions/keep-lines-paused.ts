import { isRefusedStatement } from '@linework/db/errors';
import type { Log } from '@linework/log/log';
import type { PlaceDeps } from '../orders/place-order.ts';
import { holdOffLine, type NotedLine } from './noted-lines.ts';
import { blockPausedLines, unblockResumedLines } from './paused-lines.ts';

type Work = typeof blockPausedLines;
type Deps = PlaceDeps & { readonly log: Log };

/** Then another run goes on, so that a stop does not wait for a long one. */
const mostBatches = 64;

/**
 * Blocks the lines of paused subscriptions that could not be blocked at once, and unblocks those of resumed ones, in batches. A
 * line whose order the database refuses is held off and told of once, and keeps no other waiting.
 */
export async function keepLinesPaused(deps: Deps): Promise<void> {
  for (const work of [blockPausedLines, unblockResumedLines]) {
    for (let batch = 0; batch < mostBatches; batch += 1) if ((await tryBatch(deps, work)) === 0) break;
  }
}

function tryBatch(deps: Deps, work: Work): Promise<number> {
  return deps.db
    .transaction((tx) => work({ db: tx, ring: deps.ring }, { subscriptionId: null }))
    .catch((error: unknown) => {
      if (!isRefusedStatement(error)) throw error;
      return tryOne(deps, work);
    });
}

async function tryOne({ db, ring, log }: Deps, work: Work): Promise<number> {
  let tried: NotedLine | undefined;
  const trying = ([line]: readonly NotedLine[]) => {
    tried = line;
  };
  try {
    return await db.transaction((tx) => work({ db: tx, ring }, { subscriptionId: null, most: 1, trying }));
  } catch (error) {
    if (!tried || !isRefusedStatement(error)) throw error;
    const { lineId, subscriptionId } = tried;
    if ((await holdOffLine(db, tried)) === 1)
      log.error({ err: error, lineId, subscriptionId }, 'the database refuses the order of a line of a paused subscription');
    return 1;
  }
}
