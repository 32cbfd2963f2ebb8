import { allOrderTypeVersions } from '@linework/domain/order-types/all-order-types';
import { createOrderAdvancer } from '@linework/domain/orders/advance-order';
import { noObserver } from '@linework/domain/orders/engine-observer';
import { indexOrderTypes } from '@linework/domain/orders/order-type';
import { silentLog } from '@linework/log/log';
import { recordingNetwork } from '@linework/testing/recording-network';
import type { TestApi } from './test-api.ts';

/** A worker that answers the rings of the API when it is told to, on a network inside the test's own process. */
export function testWorker({ db, wakeUps }: TestApi) {
  const network = recordingNetwork();
  const advance = createOrderAdvancer({
    db,
    orderTypes: indexOrderTypes(allOrderTypeVersions),
    systems: { network },
    notify: (more) => void wakeUps.push(...more),
    observer: noObserver,
    log: silentLog,
    settings: { leaseMs: 10_000, stepTimeoutMs: 5_000, acquisitionLimit: 50, awayLimitMs: 60_000 },
  });
  return {
    network,
    /** Answers the rings that there are. */
    async answerRings(): Promise<void> {
      for (let ring = wakeUps.shift(); ring; ring = wakeUps.shift()) await advance(ring);
    },
  };
}

export type TestWorker = ReturnType<typeof testWorker>;
