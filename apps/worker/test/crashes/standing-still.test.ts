import { metric } from '@linework/testing/processes/metric';
import { type System, startSystem } from '@linework/testing/processes/start-system';
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

  it.each([
    ['after its call', 'after-call', 'block'],
    ['before its call', 'after-take', 'delete'],
  ] as const)('%s is turned away when it comes to itself, and changes nothing', async (_when, point, name) => {
    const { line, give } = await courses[name](system);
    await survivor.occupy();
    const still = await system.startWorker({ CRASH_AT: `${point}:block` });
    const takenOver = await metric(survivor.worker, 'linework_leases_taken_over_total', system.operatorKey);
    const orderId = await give();
    await until('the worker has the order', async () => (await system.client.order(orderId)).status === 'IN_PROGRESS');
    await survivor.release();
    await comesToItsEnd(system, name, orderId);
    expect(await metric(survivor.worker, 'linework_leases_taken_over_total', system.operatorKey)).toBe(takenOver + 1);
    await until('it comes to itself and is turned away', async () => (await metric(still, 'linework_overtaken_total', system.operatorKey)) === 1);
    await system.comesToRest();
    await endedWell(system, name, line);
    await still.stop();
  });
});
