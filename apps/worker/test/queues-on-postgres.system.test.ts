import { type System, startSystem } from '@linework/testing/processes/start-system';
import type { WorkerProcess } from '@linework/testing/processes/start-worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertEndState, type ScenarioName, scenarios, waitForEnd } from './crashes/scenarios.ts';
import { startSurvivor } from './crashes/start-survivor.ts';

describe('without a Redis, with the queues in PostgreSQL,', () => {
  let system: System;
  let worker: WorkerProcess;
  beforeAll(async () => {
    system = await startSystem();
    worker = await system.startWorker();
  });
  afterAll(() => system?.close());

  const blockMany = async (count: number) =>
    Promise.all((await system.lines(count)).map(({ id }) => system.client.placeOrder('block', id)));
  const blockedAll = async (orderIds: readonly string[]) => {
    await system.waitUntilSettled();
    expect(await system.db.prisma.order.count({ where: { id: { in: [...orderIds] }, status: 'COMPLETED' } })).toBe(
      orderIds.length,
    );
  };

  it.each(Object.keys(scenarios) as ScenarioName[])('a %s is executed', async (name) => {
    const { line, placeOrder } = await scenarios[name](system);
    await waitForEnd(system, name, await placeOrder());
    await system.waitUntilSettled();
    await assertEndState(system, name, line);
  });

  it('a transient error is retried', async () => {
    await system.network.injectFault({ fault: 'error-after', times: 3 });
    await blockedAll(await blockMany(6));
  });

  it('a worker that is stopped while it works exits, and the next worker finishes its orders', async () => {
    const slow = await system.network.injectFault({ fault: 'slow', ms: 100, times: 'always' });
    const orderIds = await blockMany(12);
    await system.network.waitForFault(slow);
    expect(await worker.stop()).toBe(0);
    worker = await system.startWorker();
    await blockedAll(orderIds);
    await system.network.removeFault(slow);
  });

  it('another worker finishes the orders of a killed worker', async () => {
    await worker.stop();
    const survivor = await startSurvivor(system);
    await survivor.occupy();
    const victim = await system.startWorker({ CRASH_AT: 'after-call:kill' });
    const orderIds = await blockMany(12);
    expect(await victim.ended).toBe('SIGKILL');
    await survivor.release();
    await blockedAll(orderIds);
  });

  it('a worker whose calls hang exits after DRAIN_MS', async () => {
    const impatient = await system.startWorker({
      DRAIN_MS: '200',
      STEP_TIMEOUT_MS: '60000',
      LEASE_MS: '120000',
      CONCURRENCY: '50',
    });
    const hold = await system.network.injectFault({ fault: 'hold', times: 'always' });
    await blockMany(3);
    await system.network.waitForFault(hold, 3);
    expect(await impatient.stop()).toBe(0);
  });
});
