import { stepId } from '@linework/engine/model/step';
import { readMetric } from '@linework/testing/processes/read-metrics';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import type { WorkerProcess } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { needs } from '@linework/testing/run/needs';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

needs('redis');

describe('a worker that is asked to stop', () => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem({
      redisUrl: await testRedisUrl(),
      settings: { STEP_TIMEOUT_MS: '5000', LEASE_MS: '10000' },
    });
  });
  afterEach(() => system.network.clearFaults());
  afterAll(() => system?.close());

  const blockMany = async (count: number) =>
    Promise.all((await system.lines(count)).map(({ id }) => system.client.placeOrder('block', id)));
  const done = (orderIds: readonly string[]) =>
    system.db.prisma.order.count({ where: { id: { in: [...orderIds] }, status: 'COMPLETED' } });
  const takenOver = (worker: WorkerProcess) =>
    readMetric(worker, 'linework_leases_taken_over_total', system.operatorKey);

  /** How often the network was called for the orders' steps. */
  async function callsFor(orderIds: readonly string[]): Promise<readonly number[]> {
    const steps = await system.db.prisma.orderStep.findMany({
      where: { orderId: { in: [...orderIds] }, actionCode: { startsWith: 'network.' } },
    });
    return Promise.all(
      steps.map(({ orderId, position }) => system.network.calls(`${stepId(orderId, position)}:execute`)),
    );
  }

  it('while it works finishes its running orders, and the next worker continues without repeating a call', async () => {
    const worker = await system.startWorker({ CONCURRENCY: '4' });
    const slow = await system.network.injectFault({ fault: 'slow', ms: 60, times: 'always' });
    const orderIds = await blockMany(40);
    await system.network.waitForFault(slow, 3);
    expect(await worker.stop()).toBe(0);
    const next = await system.startWorker();
    await system.waitUntilSettled();
    expect(await done(orderIds)).toBe(40);
    expect(new Set(await callsFor(orderIds))).toEqual(new Set([1]));
    expect(await takenOver(next)).toBe(0);
    await next.stop();
  });

  it('while orders arrive is replaced by another without a failed order', async () => {
    const before = await system.startWorker();
    await system.network.injectFault({ fault: 'slow', ms: 20, times: 'always' });
    let streaming = true;
    const orderIds: string[] = [];
    const stream = (async () => {
      while (streaming) orderIds.push(...(await blockMany(5)));
    })();
    const after = await system.startWorker();
    expect(await before.stop()).toBe(0);
    const placed = orderIds.length;
    await waitUntil('the stream continues', () => orderIds.length > placed + 10);
    streaming = false;
    await stream;
    await system.waitUntilSettled();
    expect(await done(orderIds)).toBe(orderIds.length);
    expect(new Set(await callsFor(orderIds))).toEqual(new Set([1]));
    expect(await takenOver(after)).toBe(0);
    await after.stop();
  });

  it('exits after DRAIN_MS even if its calls hang', async () => {
    const worker = await system.startWorker({ DRAIN_MS: '200', STEP_TIMEOUT_MS: '60000', LEASE_MS: '120000' });
    const hold = await system.network.injectFault({ fault: 'hold', times: 'always' });
    await blockMany(3);
    await system.network.waitForFault(hold, 3);
    expect(await worker.stop()).toBe(0);
  });
});
