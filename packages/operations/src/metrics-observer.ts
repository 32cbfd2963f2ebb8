import type { EngineObserver } from '@linework/engine/model/engine-observer';
import type { ExpiryObserver } from '@linework/inventory/expiry/expiry-observer';
import type { Metrics } from './metrics.ts';

/** Creates the observer that records what the engine and the expiry do as metrics. */
export function metricsObserver(metrics: Metrics): EngineObserver & ExpiryObserver {
  return {
    orderSettled(type, status, sincePlacedMs) {
      metrics.ordersFinished.inc({ type, status });
      metrics.orderDuration.observe({ type, status }, sincePlacedMs / 1_000);
    },
    orderFailed: ({ step, errorCode }) => metrics.orderFailures.inc({ step, error_code: errorCode }),
    stepEnded: (step, outcome, tookMs) => metrics.stepDuration.observe({ step, outcome }, tookMs / 1_000),
    transitionsCommitted(variant, count) {
      metrics.commits.inc({ variant });
      metrics.transitions.inc({ variant }, count);
    },
    staleWakeUp: () => metrics.wakeUpsStale.inc(),
    unknownVersionSkipped: (type, version) => metrics.ordersOfUnknownVersion.inc({ type, version }),
    wakeUpDeferred: () => metrics.ordersDeferred.inc(),
    leaseTooShort: () => metrics.leasesTooShort.inc(),
    fencingConflict: () => metrics.fencingConflicts.inc(),
    leaseExpired: () => metrics.leasesTakenOver.inc(),
    dueOrdersRequeued: (count) => metrics.ordersRequeued.inc(count),
    reservationsExpired: (count) => metrics.reservationsExpired.inc(count),
    quarantinesEnded: (count) => metrics.quarantinesEnded.inc(count),
  };
}
