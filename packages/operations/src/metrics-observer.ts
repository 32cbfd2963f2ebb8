import type { EngineObserver } from '@linework/engine/model/engine-observer';
import type { ExpiryObserver } from '@linework/inventory/expiry/expiry-observer';
import { traceParent } from '@linework/log/tracing/span';
import type { Metrics } from './metrics.ts';
import { exemplarOf } from './open-metrics.ts';

/** Creates the observer that records what the engine and the expiry do as metrics. */
export function metricsObserver(metrics: Metrics): EngineObserver & ExpiryObserver {
  return {
    orderSettled(type, status, sincePlacedMs, brokerId) {
      metrics.brokerOrdersFinished.inc({ broker: metrics.labelBroker(brokerId), status });
      metrics.ordersFinished.inc({ type, status });
      metrics.orderDuration.observe({
        labels: { type, status },
        value: sincePlacedMs / 1_000,
        exemplarLabels: exemplarOf(traceParent()),
      });
    },
    orderFailed: ({ step, errorCode }) => metrics.orderFailures.inc({ step, error_code: errorCode }),
    stepEnded(step, outcome, tookMs, brokerId) {
      metrics.stepDuration.observe({
        labels: { step, outcome },
        value: tookMs / 1_000,
        exemplarLabels: exemplarOf(traceParent()),
      });
      metrics.brokerStepDuration.observe({ broker: metrics.labelBroker(brokerId) }, tookMs / 1_000);
    },
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
