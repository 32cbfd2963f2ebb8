import { type System, startSystem } from '@linework/testing/processes/start-system';
import { needs } from '@linework/testing/run/needs';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBulkClient } from './create-bulk-client.ts';

needs('redis');

const lineCount = 1_000;

describe('a bulk block of 1,000 lines', () => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem({
      redisUrl: await testRedisUrl(),
      settings: { STEP_TIMEOUT_MS: '5000', LEASE_MS: '10000' },
    });
    // The second half takes more than 3 s, so the cancellation comes before the last order also on a slow machine.
    await system.startWorker({ BULK_ORDERS_PER_SECOND: '150' });
  });
  afterAll(() => system?.close());

  it('that is cancelled half-way ends with counts that add up and match its lines', async () => {
    const bulk = createBulkClient(system);
    const { id } = await bulk.block(await system.lines(lineCount));
    await bulk.waitUntil(id, 'is half-way', ({ counts }) => counts.pending <= lineCount / 2);
    const cancelled = await bulk.cancel(id);
    const placed = lineCount - cancelled.counts.cancelled;
    const { counts } = await bulk.waitUntil(id, 'has ended', ({ status }) => status === 'CANCELLED');
    console.info(`cancelled half-way: ${JSON.stringify(counts)}`);
    expect(placed).toBeGreaterThan(0);
    expect(placed).toBeLessThan(lineCount);
    expect(counts).toEqual({
      total: lineCount,
      pending: 0,
      placed: 0,
      refused: 0,
      completed: placed,
      failed: 0,
      cancelled: lineCount - placed,
    });
    await system.waitUntilSettled();
    expect(await system.db.prisma.order.count()).toBe(placed);
    expect(await system.db.prisma.line.count({ where: { status: 'BLOCKED' } })).toBe(placed);
    expect(await system.network.requestLog()).toHaveLength(placed);
  });
});
