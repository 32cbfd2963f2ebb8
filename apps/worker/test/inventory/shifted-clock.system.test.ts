import { quarantineAll } from '@linework/testing/inventory/quarantine-all';
import { reserveAll } from '@linework/testing/inventory/reserve-all';
import { shiftedClockSettings } from '@linework/testing/processes/shifted-clock-settings';
import type { WorkerProcess } from '@linework/testing/processes/start-worker';
import { needs } from '@linework/testing/run/needs';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aStock, type Stock } from './a-stock.ts';

needs('redis');

const hourMs = 3_600_000;

describe.each([
  ['ahead', hourMs],
  ['behind', -hourMs],
])('a worker with a clock that is an hour %s', (_, shiftMs) => {
  let stock: Stock;
  let worker: WorkerProcess;
  beforeAll(async () => {
    stock = await aStock(await testRedisUrl());
    worker = await stock.startWorker(shiftedClockSettings(shiftMs));
  });
  afterAll(() => stock?.close());

  async function expectOnlyExpiredReleased(): Promise<void> {
    const [expiring, reserved, quarantined] = await Promise.all([stock.pool(200), stock.pool(50), stock.pool(50)]);
    await reserveAll(stock.db, reserved, { endsInMs: hourMs / 2 });
    await quarantineAll(stock.db, quarantined, { endsInMs: hourMs / 2 });
    await reserveAll(stock.db, expiring, { endsInMs: 200, spreadMs: 1_500 });
    await stock.expectReleased(expiring);
    const again = await stock.pool(1);
    await reserveAll(stock.db, again, { endsInMs: 0 });
    await stock.expectReleased(again);
    const left = { poolId: { in: [reserved.id, quarantined.id] } };
    const statuses = await stock.db.prisma.resourceState.groupBy({
      by: ['status'],
      where: left,
      _count: true,
      orderBy: { status: 'asc' },
    });
    expect(statuses.map(({ status, _count }) => [status, _count])).toEqual([
      ['quarantined', 50],
      ['reserved', 50],
    ]);
  }

  it('logs that time', () => {
    const { time } = JSON.parse(worker.lines.find((line) => line.includes('worker started')) ?? '{}');
    const offMs = new Date(time).getTime() - Date.now();
    expect(Math.abs(offMs - shiftMs)).toBeLessThan(hourMs / 2);
  });

  it("alone, releases exactly what has expired by the database's clock", expectOnlyExpiredReleased);

  it("together with a correct one, releases exactly what has expired by the database's clock", async () => {
    const correct = await stock.startWorker();
    await expectOnlyExpiredReleased();
    await correct.kill();
  });
});
