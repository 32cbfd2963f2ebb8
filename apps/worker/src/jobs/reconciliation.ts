import type { Db } from '@linework/db/db';
import type { ComparisonDeps } from '@linework/lines/model/compare-subscriber';
import type { ReconcileDeps } from '@linework/lines/reconciliation/reconcile-deps';
import { reconcileLines, turnReconciliationOff } from '@linework/lines/reconciliation/reconcile-lines';
import type { Log } from '@linework/log/log';
import type { Config } from '../config.ts';

/** A run ends after this time, so that a worker that stops waits for one batch at most. */
const runMs = 5_000;

interface Deps {
  readonly db: Db;
  readonly log: Log;
  readonly reconciliation?: Omit<ReconcileDeps, 'db' | 'log'> | undefined;
}

export function reconcileLinesHandler({ db, log, reconciliation }: Deps) {
  return async (): Promise<void> => {
    if (!reconciliation) return void (await turnReconciliationOff(db));
    const endsAt = performance.now() + runMs;
    await reconcileLines({ db, log, ...reconciliation }, () => performance.now() >= endsAt);
  };
}

/** What the jobs need that compare lines with the register. A reconciliation that is off has nothing. */
export const readComparisons = (config: Config, deps: ComparisonDeps) => ({
  moveIns: deps,
  reconciliation:
    config.RECONCILIATION_CALLS_PER_SECOND === 0
      ? undefined
      : {
          ...deps,
          settings: {
            callsPerSecond: config.RECONCILIATION_CALLS_PER_SECOND,
            leastCallsPerSecond: 2,
            roundMs: config.RECONCILIATION_ROUND_MS,
            secondLookMs: config.RECONCILIATION_SECOND_LOOK_MS,
            callTimeoutMs: config.STEP_TIMEOUT_MS,
          },
        },
});
