import type { Witness } from '@linework/domain/orders/witness';
import type { Metrics } from './metrics.ts';

/** Makes the witness that counts and times what the engine tells it. */
export function metricsWitness(metrics: Metrics): Witness {
  return {
    orderCameToRest(type, status, sincePlacedMs) {
      metrics.ordersFinished.inc({ type, status });
      metrics.orderDuration.observe({ type, status }, sincePlacedMs / 1_000);
    },
    orderFailed: ({ step, errorCode }) => metrics.orderFailures.inc({ step, error_code: errorCode }),
    stepEnded: (step, outcome, tookMs) => metrics.stepDuration.observe({ step, outcome }, tookMs / 1_000),
    ringDropped: () => metrics.ringsDropped.inc(),
    orderLeft: (type, version) => metrics.ordersLeft.inc({ type, version }),
    heldBack: () => metrics.ordersHeldBack.inc(),
    leaseTooShort: () => metrics.leasesTooShort.inc(),
    overtaken: () => metrics.overtaken.inc(),
    leaseTakenOver: () => metrics.leasesTakenOver.inc(),
    dueOrdersRung: (count) => metrics.dueOrdersRung.inc(count),
    reservedGivenBack: (count) => metrics.reservedGivenBack.inc(count),
    quarantinesEnded: (count) => metrics.quarantinesEnded.inc(count),
  };
}
