import type { CrashPoint } from '@linework/engine/model/crash-points';
import { aHolder } from '@linework/testing/a-holder';
import { aPool } from '@linework/testing/a-pool';
import { readOrderId } from '@linework/testing/processes/linework-client';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let system: System;
beforeAll(async () => {
  system = await startSystem({ redisUrl: await testRedisUrl() });
  await system.network.setKeys('ignored');
});
afterAll(() => system?.close());

/** The step looks, stores what it found, and calls: a worker can die between any two of these. */
const points: readonly CrashPoint[] = ['after-acquire', 'after-inspect', 'after-commit', 'after-call'];

/**
 * Creates a line while its worker dies at this point, cancels the order, and lets another worker end it. Returns the
 * state on the network.
 */
async function crashAndCancel(point: CrashPoint, isThere: boolean): Promise<string | undefined> {
  const brokerId = system.broker.id;
  const { id: customerId } = await aHolder(system.db, { brokerId });
  const numbers = await aPool(system.db, { brokerId, count: 1 });
  const sims = await aPool(system.db, { brokerId, type: 'SIM', count: 1 });
  const number = await system.db.prisma.resource.findFirstOrThrow({ where: { poolId: numbers.id } });
  const sim = await system.db.prisma.resource.findFirstOrThrow({ where: { poolId: sims.id } });
  const { imsi } = sim.attributes as { imsi: string };
  if (isThere) await system.network.load([{ imsi, msisdn: number.externalCode, serviceState: 'active' }]);
  const victim = await system.startWorker({ CRASH_AT: `${point}:kill` });
  const response = await system.client.send('POST', '/lines', {
    body: { customerId, msisdn: { poolId: numbers.id }, sim: { poolId: sims.id }, activate: true },
  });
  expect(await victim.ended).toBe('SIGKILL');
  const orderId = readOrderId(response);
  await system.client.requestOrderAction(orderId, 'cancel');
  const survivor = await system.startWorker();
  await system.waitForOrder(orderId, 'CANCELLED');
  await survivor.stop();
  return (await system.network.subscriber(imsi))?.serviceState;
}

describe('a worker killed while it creates a line, on a network that ignores idempotency keys,', () => {
  it.each(points)(
    '%s, leaves a subscriber that was there before as it was, when the order is cancelled',
    async (point) => {
      expect(await crashAndCancel(point, true)).toBe('active');
    },
  );

  it.each(points)('%s, leaves no subscriber where there was none, when the order is cancelled', async (point) => {
    expect(await crashAndCancel(point, false)).toBeUndefined();
  });
});
