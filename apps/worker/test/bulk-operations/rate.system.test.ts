import { type System, startSystem } from '@linework/testing/processes/start-system';
import { longLease } from '@linework/testing/processes/start-worker';
import { needs } from '@linework/testing/run/needs';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBulkClient } from './create-bulk-client.ts';

needs('redis');

describe('the rate at which bulk operations place orders', () => {
  const [perSecond, orderCount] = [20, 80];
  let system: System;
  beforeAll(async () => {
    system = await startSystem({
      redisUrl: await testRedisUrl(),
      settings: { BULK_ORDERS_PER_SECOND: String(perSecond) },
    });
    await Promise.all([system.startWorker(longLease), system.startWorker(longLease)]);
  });
  afterAll(() => system?.close());

  it('is kept by all workers and operations together', async () => {
    const bulk = createBulkClient(system);
    const lines = await system.lines(orderCount);
    const halves = await Promise.all([
      bulk.block(lines.slice(0, orderCount / 2)),
      bulk.block(lines.slice(orderCount / 2)),
    ]);
    await Promise.all(halves.map(({ id }) => bulk.waitUntil(id, 'is placed', ({ counts }) => counts.pending === 0)));
    const { rows } = await system.db.pool.query(
      'SELECT extract(epoch FROM max(created_at) - min(created_at))::float8 AS seconds FROM orders',
    );
    console.info(`${orderCount} orders at ${perSecond}/s took ${rows[0].seconds} s`);
    // Half a second of orders is placed at once, and the job does not run exactly on time.
    expect(orderCount).toBeLessThanOrEqual(perSecond * (rows[0].seconds + 1));
    await system.waitUntilSettled();
  });

  const lastPlaced = async (id: string): Promise<number> => {
    const query = `SELECT extract(epoch FROM max(o.created_at)) AS at
       FROM bulk_item i
       JOIN orders o ON o.id = i.order_id
       WHERE i.bulk_id = $1`;
    return Number((await system.db.pool.query(query, [id])).rows[0].at);
  };

  it('is shared equally by the running operations', async () => {
    const bulk = createBulkClient(system);
    const lines = await system.lines(orderCount + 10);
    const large = await bulk.block(lines.slice(10));
    const small = await bulk.block(lines.slice(0, 10));
    for (const { id } of [small, large]) await bulk.waitUntil(id, 'is placed', ({ counts }) => counts.pending === 0);
    expect(await lastPlaced(small.id)).toBeLessThan(await lastPlaced(large.id));
    await system.waitUntilSettled();
  });

  it('delays no single order', async () => {
    const bulk = createBulkClient(system);
    // At the rate above the bulk operation takes 30 s, so a single order that waited for it would be late on a slow
    // machine too.
    const [single, ...lines] = await system.lines(30 * perSecond);
    const { id } = await bulk.block(lines);
    await bulk.waitUntil(id, 'has begun', ({ counts }) => counts.pending < lines.length);
    const orderId = await system.client.placeOrder('block', single?.id ?? '');
    await system.waitForOrder(orderId, 'COMPLETED');
    expect((await bulk.find(id)).counts.pending).toBeGreaterThan(0);
    await bulk.cancel(id);
    await system.waitUntilSettled();
  });
});
