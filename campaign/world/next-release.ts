import { statement } from '@linework/db/statement';
import { createOrderAdvancer } from '@linework/engine/execution/advance-order';
import { noObserver } from '@linework/engine/model/engine-observer';
import { indexOrderTypes } from '@linework/engine/model/order-type';
import { defineLocalStep } from '@linework/engine/model/step';
import { placeOrder } from '@linework/lines/commands/place-order';
import { blockLine } from '@linework/lines/order-types/block-line';
import type { LineOrderType } from '@linework/lines/order-types/line-order-type';
import { suspendResources } from '@linework/lines/order-types/steps/set-service-state';
import { silentLog } from '@linework/log/log';
import { openQueues } from '@linework/queue/open-queues';
import { aBroker } from '@linework/testing/a-broker';
import { anActiveLine } from '@linework/testing/a-line';
import { anOperator } from '@linework/testing/callers';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { recordingNetwork } from '@linework/testing/recording-network';
import type { World } from './start-world.ts';

/** A block of a later release: other steps, and the next version. No program of the campaign knows it. */
const nextBlock: LineOrderType = {
  ...blockLine,
  version: blockLine.version + 1,
  steps: [
    defineLocalStep({ code: 'STEP_OF_THE_NEXT_RELEASE', action: 'campaign.nothing', effects: () => [] }),
    suspendResources,
  ],
};
const orderCount = 20;
const caller = anOperator();

/** The next release, whose API runs beside the workers of this release. */
export interface NextRelease {
  readonly orderIds: readonly string[];
  /** Returns the ids of its orders that were changed although its own worker has not run yet. */
  findChanged(): Promise<readonly string[]>;
  /** Executes its orders, as its own worker would. */
  execute(): Promise<void>;
}

/**
 * Places the orders of the next release on lines of a separate broker, and sends wake-ups for them, as its API would.
 */
export async function startNextRelease({ db, postgres, redis, network }: World): Promise<NextRelease> {
  const queues = await openQueues({ redisUrl: redis.url, databaseUrl: postgres.url, log: silentLog });
  const { id: brokerId } = await aBroker(db);
  const orderIds: string[] = [];
  while (orderIds.length < orderCount) {
    const { id: lineId, imsi, msisdn } = await anActiveLine(db, { brokerId });
    // No step of the order calls the network, so the subscriber has its last state already.
    await network.load([{ imsi, msisdn, serviceState: 'suspended' }]);
    orderIds.push(
      (await placeOrder({ db, notify: queues.notify }, { orderType: nextBlock, caller, lineId, correlationId: '' }))
        .orderId,
    );
  }
  await queues.close();

  return {
    orderIds,
    findChanged: async () => (await db.query(changedStatement, { ids: orderIds })).map(({ id }) => id),
    async execute() {
      const advance = createOrderAdvancer({
        db,
        orderTypes: indexOrderTypes([nextBlock]),
        // None of its steps calls the network.
        systems: { network: recordingNetwork() },
        notify: () => {},
        observer: noObserver,
        log: silentLog,
        settings: { leaseMs: 20_000, stepTimeoutMs: 8_000, acquisitionLimit: 50, unavailableLimitMs: 60_000 },
      });
      await waitUntil('the orders of the next release are settled', async () => {
        const open = await db.query(openStatement, { ids: orderIds });
        // The sweep may give an order another epoch at this moment. Then the next round advances it.
        await Promise.all(open.map(advance));
        return open.length === 0;
      });
    },
  };
}

/** Orders that were acquired or have a started step. The sweep only increases the epoch of such an order. */
const changedStatement = statement(
  'campaign-changed-by-another-release',
  { ids: 'uuid[]' },
  `SELECT o.id FROM orders o
   WHERE o.id = ANY(:ids)
     AND (o.status <> 'PENDING' OR o.acquired_epoch >= 0 OR o.acquisitions > 0
       OR EXISTS (SELECT FROM order_step s WHERE s.order_id = o.id AND (s.status <> 'PENDING' OR s.attempt > 0)))`,
).returns<{ id: string }>();

const openStatement = statement(
  'campaign-open-of-the-next-release',
  { ids: 'uuid[]' },
  'SELECT id AS "orderId", epoch FROM orders WHERE id = ANY(:ids) AND is_open',
).returns<{ orderId: string; epoch: number }>();
