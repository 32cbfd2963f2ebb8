import type { Db } from '@linework/db/db';
import type { Log } from '@linework/log/log';
import { advanceMoveIns } from '@linework/move-in/advance-move-ins';
import type { CompareDeps } from '@linework/move-in/compare';

/** A run ends after this time, so that a worker that stops waits for one batch at most. */
const runMs = 5_000;

interface Deps {
  readonly db: Db;
  readonly log: Log;
  readonly moveIns?: Omit<CompareDeps, 'db'> | undefined;
}

export function advanceMoveInsHandler({ db, log, moveIns }: Deps) {
  return async (): Promise<void> => {
    if (!moveIns) return;
    const endsAt = performance.now() + runMs;
    await advanceMoveIns({ db, log, ...moveIns }, () => performance.now() >= endsAt);
  };
}
