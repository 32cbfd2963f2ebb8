import { createOrderAdvancer } from '@linework/engine/execution/advance-order';
import { noObserver } from '@linework/engine/model/engine-observer';
import { silentLog } from '@linework/log/log';
import { orderTypes } from '@linework/order-types/order-types';
import { recordingNetwork } from '@linework/testing/recording-network';
import type { TestApi } from './test-api.ts';

/** A worker that handles the wake-ups of the API on request, with a network inside the test process. */
export function testWorker({ db, wakeUps }: TestApi) {
  const network = recordingNetwork();
  const advance = createOrderAdvancer({
    db,
    orderTypes,
    systems: { network },
    notify: (more) => void wakeUps.push(...more),
    observer: noObserver,
    log: silentLog,
    settings: { leaseMs: 10_000, stepTimeoutMs: 5_000, acquisitionLimit: 50, unavailableLimitMs: 60_000 },
  });
  return {
    network,
    /** Handles the next wake-up. */
    async handleWakeUp(): Promise<void> {
      const wakeUp = wakeUps.shift();
      if (wakeUp) await advance(wakeUp);
    },
    /** Handles all wake-ups, also those that are added meanwhile. */
    async handleWakeUps(): Promise<void> {
      for (let wakeUp = wakeUps.shift(); wakeUp; wakeUp = wakeUps.shift()) await advance(wakeUp);
    },
  };
}

export type TestWorker = ReturnType<typeof testWorker>;
