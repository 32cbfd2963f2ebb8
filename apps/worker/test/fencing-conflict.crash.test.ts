import { readMetric } from '@linework/testing/processes/read-metrics';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import type { WorkerProcess } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { needs } from '@linework/testing/run/needs';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

needs('redis');

type HeldOrder = Awaited<ReturnType<typeof placeHeldOrder>>;
type Order = Awaited<ReturnType<System['client']['order']>>;

let system: System;
let frozen: WorkerProcess;

/** Places a block whose call the network holds, before or after its effect. */
async function placeHeldOrder(when: 'before' | 'after', callsHeld = 1) {
  const [line] = await system.lines(1);
  if (!line) throw new Error('There is no line.');
  const hold = await system.network.injectFault({ fault: 'hold', when, times: callsHeld, match: { imsi: line.imsi } });
  const orderId = await system.client.placeOrder('block', line.id);
  return { line, orderId, hold };
}

/** Ends the leases of the frozen worker. */
const endLeases = () => system.db.pool.query('UPDATE orders SET due_at = now() WHERE is_open');

const countConflicts = () => readMetric(frozen, 'linework_fencing_conflicts_total', system.operatorKey);

describe('a worker that is frozen during four calls', () => {
  let held: Readonly<Record<'before' | 'after' | 'twice' | 'cancelled', HeldOrder>>;
  /** Each order before the frozen worker continues. */
  const found = new Map<string, Order>();

  beforeAll(async () => {
    system = await startSystem({ redisUrl: await testRedisUrl() });
    // No call must time out before all four are held.
    frozen = await system.startWorker({ STEP_TIMEOUT_MS: '5000', LEASE_MS: '10000' });
    const [before, after, twice, cancelled] = await Promise.all([
      placeHeldOrder('before'),
      placeHeldOrder('after'),
      placeHeldOrder('before', 2),
      placeHeldOrder('before'),
    ]);
    held = { before, after, twice, cancelled };
    const all = Object.values(held);
    await Promise.all(all.map(({ hold }) => system.network.waitForFault(hold)));
    frozen.process.kill('SIGSTOP');

    await system.client.requestOrderAction(cancelled.orderId, 'cancel');
    await endLeases();
    await system.startWorker({ STEP_TIMEOUT_MS: '30000', LEASE_MS: '60000' });
    await Promise.all([
      system.waitForOrder(before.orderId, 'COMPLETED'),
      system.waitForOrder(after.orderId, 'COMPLETED'),
      system.network.waitForFault(twice.hold, 2),
      system.waitForOrder(cancelled.orderId, 'CANCELLED'),
    ]);
    for (const { orderId } of all) found.set(orderId, await system.client.order(orderId));

    for (const { hold } of [before, after, cancelled]) await system.network.releaseFault(hold);
    frozen.process.kill('SIGCONT');
    await waitUntil(
      'the frozen worker has a fencing conflict for each call',
      async () => (await countConflicts()) >= all.length,
    );
  });
  afterAll(() => system?.close());

  it('has one fencing conflict for each, and stops', async () => {
    expect(await countConflicts()).toBe(4);
    expect(await frozen.stop()).toBe(0);
  });

  it.each(['before', 'after'] as const)(
    'is replaced by another one, and the response that was held %s the effect changes nothing',
    async (when) => {
      const { line, orderId } = held[when];
      expect(await system.client.order(orderId)).toEqual(found.get(orderId));
      expect(await system.network.requestLog({ imsi: line.imsi })).toHaveLength(1);
    },
  );

  it('gets a fencing conflict even while the other worker is in the same call', async () => {
    const { orderId, hold } = held.twice;
    expect(await system.client.order(orderId)).toEqual(found.get(orderId));
    await system.network.releaseFault(hold);
    await system.waitUntilSettled();
    expect(await system.client.order(orderId)).toMatchObject({
      status: 'COMPLETED',
      steps: [{ status: 'SUCCESS', attempt: 1 }, { status: 'SUCCESS' }],
    });
  });

  it('cannot apply a call that arrives after its undo', async () => {
    const { line } = held.cancelled;
    expect(await system.network.subscriber(line.imsi)).toMatchObject({ serviceState: 'active' });
    expect((await system.network.requestLog({ imsi: line.imsi })).map(({ key }) => key.split(':').at(-1))).toEqual([
      'undo',
    ]);
  });
});
