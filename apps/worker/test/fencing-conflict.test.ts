import { readMetric } from '@linework/testing/processes/read-metrics';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import type { WorkerProcess } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Survivor, startSurvivor } from './crashes/start-survivor.ts';

describe('a worker that is frozen during a call', () => {
  let system: System;
  let survivor: Survivor;
  beforeAll(async () => {
    system = await startSystem({ redisUrl: await testRedisUrl() });
    survivor = await startSurvivor(system);
  });
  afterAll(() => system?.close());

  /** Places a block and freezes its worker while the network holds the call, before or after its effect. */
  async function freezeInCall(when: 'before' | 'after', callsHeld = 1) {
    const [line] = await system.lines(1);
    if (!line) throw new Error('There is no line.');
    await survivor.occupy();
    const frozen = await system.startWorker();
    const hold = await system.network.injectFault({ fault: 'hold', when, times: callsHeld, match: { imsi: line.imsi } });
    const orderId = await system.client.placeOrder('block', line.id);
    await system.network.waitForFault(hold);
    frozen.process.kill('SIGSTOP');
    await survivor.release();
    return { line, orderId, frozen, hold };
  }

  async function resume(frozen: WorkerProcess): Promise<void> {
    frozen.process.kill('SIGCONT');
    await waitUntil(
      'the frozen worker has a fencing conflict',
      async () => (await readMetric(frozen, 'linework_fencing_conflicts_total', system.operatorKey)) === 1,
    );
    expect(await frozen.stop()).toBe(0);
  }

  it.each(['before', 'after'] as const)('is replaced by another one, and the response that was held %s the effect changes nothing', async (when) => {
    const { line, orderId, frozen, hold } = await freezeInCall(when);
    await system.waitForOrder(orderId, 'COMPLETED');
    const finished = await system.client.order(orderId);
    await system.network.releaseFault(hold);
    await resume(frozen);
    expect(await system.client.order(orderId)).toEqual(finished);
    expect(await system.network.requestLog({ imsi: line.imsi })).toHaveLength(1);
    await system.waitUntilSettled();
  });

  it('gets a fencing conflict even while the other worker is in the same call', async () => {
    const { orderId, frozen, hold } = await freezeInCall('before', 2);
    await system.network.waitForFault(hold, 2);
    const before = await system.client.order(orderId);
    await resume(frozen);
    expect(await system.client.order(orderId)).toEqual(before);
    await system.network.releaseFault(hold);
    await system.waitUntilSettled();
    expect(await system.client.order(orderId)).toMatchObject({ status: 'COMPLETED', steps: [{ status: 'SUCCESS', attempt: 1 }, { status: 'SUCCESS' }] });
  });

  it('cannot apply a call that arrives after its undo', async () => {
    const { line, orderId, frozen, hold } = await freezeInCall('before');
    await system.client.requestOrderAction(orderId, 'cancel');
    await system.waitForOrder(orderId, 'CANCELLED');
    await system.network.releaseFault(hold);
    await resume(frozen);
    expect(await system.network.subscriber(line.imsi)).toMatchObject({ serviceState: 'active' });
    expect((await system.network.requestLog({ imsi: line.imsi })).map(({ key }) => key.split(':').at(-1))).toEqual(['undo']);
    await system.waitUntilSettled();
  });
});
