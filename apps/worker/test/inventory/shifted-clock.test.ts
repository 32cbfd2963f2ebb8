import { quarantineAll } from '@linework/testing/inventory/quarantine-all';
import { reserveAll } from '@linework/testing/inventory/reserve-all';
import { shiftedClockSettings } from '@linework/testing/processes/shifted-clock-settings';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aStock, type Stock } from './a-stock.ts';

const hourMs = 3_600_000;

describe('a worker with a clock that is an hour off', () => {
  let stock: Stock;
  beforeAll(async () => {
    stock = await aStock(await testRedisUrl());
  });
  afterEach(() => stock.killWorkers());
  afterAll(() => stock?.close());

  it('logs another time', async () => {
    const worker = await stock.startWorker(shiftedClockSettings(hourMs));
    const { time } = JSON.parse(worker.lines.find((line) => line.includes('worker started')) ?? '{}');
    expect(new Date(time).getTime() - Date.now()).toBeGreaterThan(hourMs - 60_000);
  });

  it.each([
    ['ahead, alone', [shiftedClockSettings(hourMs)]],
    ['behind, alone', [shiftedClockSettings(-hourMs)]],
    ['ahead, together with a correct one', [shiftedClockSettings(hourMs), {}]],
    ['behind, together with a correct one', [shiftedClockSettings(-hourMs), {}]],
  ])("%s, releases exactly what has expired by the database's clock", async (_, settings) => {
    await Promise.all(settings.map((own) => stock.startWorker(own)));
    const [expiring, reserved, quarantined] = await Promise.all([stock.pool(200), stock.pool(50), stock.pool(50)]);
    await reserveAll(stock.db, reserved, { endsInMs: hourMs / 2 });
    await quarantineAll(stock.db, quarantined, { endsInMs: hourMs / 2 });
    await reserveAll(stock.db, expiring, { endsInMs: 200, spreadMs: 1_500 });
    await stock.expectReleased(expiring);
    const again = await stock.pool(1);
    await reserveAll(stock.db, again, { endsInMs: 0 });
    await stock.expectReleased(again);
    const left = { poolId: { in: [reserved.id, quarantined.id] } };
    const statuses = await stock.db.prisma.resourceState.groupBy({ by: ['status'], where: left, _count: true, orderBy: { status: 'asc' } });
    expect(statuses.map(({ status, _count }) => [status, _count])).toEqual([
      ['quarantined', 50],
      ['reserved', 50],
    ]);
  });
});
