import { readMetric } from '@linework/testing/processes/read-metrics';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertEndState, scenarios, waitForEnd } from './scenarios.ts';
import { type Survivor, startSurvivor } from './start-survivor.ts';

describe('a worker that is blocked for longer than its lease', () => {
  let system: System;
  let survivor: Survivor;
  beforeAll(async () => {
    system = await startSystem({ redisUrl: await testRedisUrl() });
    survivor = await startSurvivor(system);
  });
  afterAll(() => system?.close());

  it.each([
    ['after its call', 'after-call', 'block'],
    ['before its call', 'after-acquire', 'delete'],
  ] as const)('%s gets a fencing conflict when it continues, and changes nothing', async (_name, point, name) => {
    const { line, placeOrder } = await scenarios[name](system);
    await survivor.occupy();
    const blocked = await system.startWorker({ CRASH_AT: `${point}:block` });
    const takenOver = await readMetric(survivor.worker, 'linework_leases_taken_over_total', system.operatorKey);
    const orderId = await placeOrder();
    await system.waitForOrder(orderId, 'IN_PROGRESS');
    await survivor.release();
    await waitForEnd(system, name, orderId);
    expect(await readMetric(survivor.worker, 'linework_leases_taken_over_total', system.operatorKey)).toBe(takenOver + 1);
    await waitUntil(
      'the blocked worker has a fencing conflict',
      async () => (await readMetric(blocked, 'linework_fencing_conflicts_total', system.operatorKey)) === 1,
    );
    await system.waitUntilSettled();
    await assertEndState(system, name, line);
    await blocked.stop();
  });
});
