import { readOrderId } from '@linework/testing/processes/linework-client';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { longLease } from '@linework/testing/processes/start-worker';
import { takesLong } from '@linework/testing/run/takes-long';
import { measureSlowness } from '@linework/testing/servers/measure-slowness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

takesLong('much-work');

const orders = 20;

describe('orders with a `notBefore`', () => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem();
    await system.startWorker(longLease);
  });
  afterAll(() => system?.close());

  it("start within 2 s after it by the database's clock, and not before", async () => {
    const lines = await system.lines(orders);
    // Long enough for all of them to be placed before it.
    const lead = `${Math.ceil(3 * measureSlowness())} s`;
    const { rows } = await system.db.pool.query<{ at: Date }>(
      "SELECT date_trunc('second', now()) + $1::interval AS at",
      [lead],
    );
    const notBefore = rows[0]?.at.toISOString() ?? '';
    const placed = lines.map((line) =>
      system.client.send('POST', `/lines/${line.id}/block?notBefore=${encodeURIComponent(notBefore)}`),
    );
    const ids = (await Promise.all(placed)).map(readOrderId);
    expect(await system.db.prisma.order.count({ where: { id: { in: ids }, status: 'PENDING' } })).toBe(orders);
    await system.waitUntilSettled();
    const lateBy = await system.db.pool.query<{ s: number }>(
      `SELECT extract(epoch FROM at - $1::timestamptz)::float8 AS s
       FROM event
       WHERE type = 'order.started' AND order_id = ANY($2::uuid[])`,
      [notBefore, ids],
    );
    const seconds = lateBy.rows.map(({ s }) => s);
    expect(seconds).toHaveLength(orders);
    expect(Math.min(...seconds)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...seconds)).toBeLessThan(2 * measureSlowness());
    expect(await system.db.prisma.order.count({ where: { id: { in: ids }, status: 'COMPLETED' } })).toBe(orders);
  });
});
