import { metric } from '@linework/testing/processes/metric';
import { startSystem, type System } from '@linework/testing/processes/start-system';
import type { WorkerProcess } from '@linework/testing/processes/start-worker';
import { until } from '@linework/testing/processes/until';
import { testRedisUrl } from '@linework/testing/test-redis-url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Survivor, startSurvivor } from './busy-survivor.ts';
import { comesToItsEnd, courses, endedWell } from './courses.ts';

describe('a worker that stands still for longer than its lease', () => {
  let system: System;
  let survivor: Survivor;
  beforeAll(async () => {
    system = await startSystem({ redisUrl: await testRedisUrl() });
    survivor = await startSurvivor(system);
  });
  afterAll(() => system?.close());

  const overtaken = (worker: WorkerProcess) => metric(worker, 'linework_overtaken_total', system.operatorKey);

  /** A worker whose event loop stands still at this point of its first order, and that order. */
  async function standStillAt(point: 'after-take' | 'after-call', name: 'block' | 'delete') {
    const course = await courses[name](system);
    const worker = await system.startWorker({ CRASH_AT: `${point}:block` });
    const orderId = await course.give();
    await until('the worker has the order', async () => (await system.client.order(orderId)).status === 'IN_PROGRESS');
    return { worker, orderId, name, line: course.line };
  }

  it('is turned away when it comes to itself, and changes nothing', async () => {
    await survivor.occupy();
    // One after the other: who stands still takes no order.
    const stills = [await standStillAt('after-call', 'block'), await standStillAt('after-take', 'delete')];
    await survivor.release();
    await Promise.all(stills.map(({ name, orderId }) => comesToItsEnd(system, name, orderId)));
    expect(await metric(survivor.worker, 'linework_leases_taken_over_total', system.operatorKey)).toBe(2);
    for (const { worker } of stills) await until('the worker has come to itself and was turned away', async () => (await overtaken(worker)) === 1);
    await system.comesToRest();
    for (const { name, line } of stills) await endedWell(system, name, line);
  });
});
