import { everyVersion } from '@linework/domain/order-types/all';
import { orderAdvancer } from '@linework/domain/orders/advance-order';
import { orderTypesByCode } from '@linework/domain/orders/order-type';
import { noWitness } from '@linework/domain/orders/witness';
import { silentLog } from '@linework/log/log';
import { recordingNetwork } from '@linework/testing/recording-network';
import type { TestApi } from './test-api.ts';

/** A worker that answers the rings of the API when it is told to, on a network inside the test's own process. */
export function testWorker({ db, rings }: TestApi) {
  const network = recordingNetwork();
  const advance = orderAdvancer({
    db,
    orderTypes: orderTypesByCode(everyVersion),
    systems: { network },
    ring: (more) => void rings.push(...more),
    witness: noWitness,
    log: silentLog,
    settings: { leaseMs: 10_000, stepTimeoutMs: 5_000, takeLimit: 50, awayLimitMs: 60_000 },
  });
  return {
    network,
    /** Answers the rings that there are. */
    async answerRings(): Promise<void> {
      for (let ring = rings.shift(); ring; ring = rings.shift()) await advance(ring);
    },
  };
}

export type TestWorker = ReturnType<typeof testWorker>;
