import { readMetric } from '@linework/testing/processes/read-metrics';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { needs } from '@linework/testing/run/needs';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

needs('redis');

describe('four workers', () => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem({ redisUrl: await testRedisUrl() });
  });
  afterAll(() => system?.close());

  it('share 120 orders and execute each once', async () => {
    const workers = await Promise.all(
      Array.from({ length: 4 }, () => system.startWorker({ STEP_TIMEOUT_MS: '5000', LEASE_MS: '10000' })),
    );
    const lines = [...(await system.lines(120))];
    const placeOrders = async () => {
      for (let line = lines.pop(); line; line = lines.pop())
        await system.client.placeOrder(lines.length % 3 === 0 ? 'delete' : 'block', line.id);
    };
    await Promise.all(Array.from({ length: 8 }, placeOrders));
    await system.waitUntilSettled();
    const shares = await Promise.all(
      workers.map((worker) => readMetric(worker, 'linework_orders_finished_total', system.operatorKey)),
    );
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(120);
    expect(Math.min(...shares)).toBeGreaterThan(0);
    expect(await system.network.requestLog()).toHaveLength(120);
    expect(await system.db.prisma.order.count({ where: { status: 'COMPLETED' } })).toBe(120);
  });
});
