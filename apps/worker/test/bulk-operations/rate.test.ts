import { type System, startSystem } from '@linework/testing/processes/start-system';
import { until } from '@linework/testing/processes/until';
import { testRedisUrl } from '@linework/testing/test-redis-url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulkClient } from './bulk-client.ts';

describe('the rate at which bulk operations place orders', () => {
  const [perSecond, orderCount] = [100, 400];
  let system: System;
  beforeAll(async () => {
    system = await startSystem({ redisUrl: await testRedisUrl(), settings: { BULK_ORDERS_PER_SECOND: String(perSecond) } });
    await Promise.all([system.startWorker(), system.startWorker()]);
  });
  afterAll(() => system?.close());

  it('is kept by all workers and operations together', async () => {
    const bulk = bulkClient(system);
    const lines = await system.lines(orderCount);
    const halves = await Promise.all([bulk.block(lines.slice(0, orderCount / 2)), bulk.block(lines.slice(orderCount / 2))]);
    await Promise.all(halves.map(({ id }) => bulk.reaches(id, 'is placed', ({ counts }) => counts.pending === 0)));
    const { rows } = await system.db.pool.query('SELECT extract(epoch FROM max(created_at) - min(created_at))::float8 AS seconds FROM orders');
    console.info(`${orderCount} orders at ${perSecond}/s took ${rows[0].seconds} s`);
    // The first half second comes at once, and the clock is not met to the tick.
    expect(orderCount).toBeLessThanOrEqual(perSecond * (rows[0].seconds + 1));
    await system.comesToRest();
  });

  it('takes from each running operation alike', async () => {
    const bulk = bulkClient(system);
    const lines = await system.lines(orderCount + 10);
    const large = await bulk.block(lines.slice(10));
    const small = await bulk.block(lines.slice(0, 10));
    await bulk.reaches(small.id, 'has ended', ({ status }) => status === 'COMPLETED');
    expect((await bulk.find(large.id)).counts.pending).toBeGreaterThan(0);
    await bulk.cancel(large.id);
    await bulk.reaches(large.id, 'has ended', ({ status }) => status === 'CANCELLED');
    await system.comesToRest();
  });

  it('holds up no order that is placed by itself', async () => {
    const bulk = bulkClient(system);
    const [single, ...lines] = await system.lines(orderCount);
    const { id } = await bulk.block(lines);
    const orderId = await system.client.placeOrder('block', single?.id ?? '');
    await until('the single order is COMPLETED', async () => (await system.client.order(orderId)).status === 'COMPLETED');
    expect((await bulk.find(id)).counts.pending).toBeGreaterThan(0);
    await bulk.cancel(id);
    await bulk.reaches(id, 'has ended', ({ status }) => status === 'CANCELLED');
    await system.comesToRest();
  });
});
