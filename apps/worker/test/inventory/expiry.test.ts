import { statement } from '@linework/db/statement';
import { type RedisServer, startRedisServer } from '@linework/local-servers/redis-server';
import { silentLog } from '@linework/log/log';
import { openQueues } from '@linework/queue/open-queues';
import type { TestPool } from '@linework/testing/a-pool';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { reserveAll } from '@linework/testing/reserve-all';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aStock, type Stock } from './a-stock.ts';

/** Where waiting ends for 100,000 rows that are written, and then all looked at. */
const slowMs = 180_000;

describe('reservations whose time is over', () => {
  let redis: RedisServer;
  let stock: Stock;
  const report: string[] = [];
  beforeAll(async () => {
    redis = await startRedisServer();
    stock = await aStock(redis.url);
  });
  afterEach(() => stock.killWorkers());
  afterAll(async () => {
    console.info(report.join('\n'));
    await stock?.close();
    await redis?.stop();
  }, slowMs);

  const reserved = () => stock.db.prisma.resourceState.count({ where: { status: 'reserved' } });
  const endAll = statement('', 'UPDATE reservation SET expires_at = now() FROM resource_state s WHERE s.pool_id = $1 AND s.reservation_id = reservation.id');
  const timesGivenBack = ({ id }: TestPool) =>
    stock.db.query(
      statement(
        '',
        `SELECT resource_id, count(*) FROM event JOIN resource_state USING (resource_id)
         WHERE pool_id = $1 AND type = 'resource.made_available' AND from_status = 'reserved' GROUP BY resource_id HAVING count(*) = 1`,
      ),
      [id],
    );

  it('are ended once where the job comes late, and more than once at a time', async () => {
    const pool = await stock.pool(2_000);
    await reserveAll(stock.db, pool, { endsInMs: -5_000, spreadMs: 6_000 });
    const queues = await openQueues({ redisUrl: redis.url, databaseUrl: stock.url, log: silentLog });
    await queues.queues.maintenance.addBulk(Array.from({ length: 20 }, () => ({ name: 'expire-resources', data: {} })));
    await Promise.all([stock.startWorker(), stock.startWorker()]);
    await stock.isGivenBack(pool);
    expect(await timesGivenBack(pool)).toHaveLength(2_000);
    await queues.close();
  });

  it(
    'are ended by another when a worker is killed at it',
    async () => {
      const pool = await stock.pool(11_000);
      const victim = await stock.startWorker({ CRASH_AT: 'in-expiry:kill' });
      // Some end so late that no batch under way at the kill can hold them.
      await reserveAll(stock.db, pool, { endsInMs: -1_000, spreadMs: 8_000 });
      expect(await victim.ended).toBe('SIGKILL');
      expect(await reserved()).toBeGreaterThan(0);
      await stock.startWorker();
      await stock.isGivenBack(pool);
      expect(await timesGivenBack(pool)).toHaveLength(11_000);
    },
    slowMs,
  );

  it('are ended when the worker fails at it, at the next look', async () => {
    const pool = await stock.pool(100);
    await stock.startWorker({ CRASH_AT: 'in-expiry:throw:2' });
    await reserveAll(stock.db, pool, { endsInMs: 0, spreadMs: 500 });
    await stock.isGivenBack(pool);
  });

  it('are ended while Redis is emptied again and again', async () => {
    const pool = await stock.pool(300);
    await stock.startWorker();
    await reserveAll(stock.db, pool, { endsInMs: 0, spreadMs: 3_000 });
    const connection = new Redis(redis.url);
    for (const left of [250, 150, 50]) {
      await waitUntil(`${left} are left`, async () => (await reserved()) <= left);
      await connection.flushall();
    }
    connection.disconnect();
    await stock.isGivenBack(pool);
    expect(await timesGivenBack(pool)).toHaveLength(300);
  });

  it(
    'are all ended, 30,000 at once, by two workers',
    async () => {
      const pool = await stock.pool(30_000);
      await reserveAll(stock.db, pool, { endsInMs: 3_600_000 });
      await Promise.all([stock.startWorker(), stock.startWorker()]);
      await stock.db.query(endAll, [pool.id]);
      const since = performance.now();
      await waitUntil('all are over', async () => (await reserved()) === 0);
      report.push(`30,000 reservations that were over at once, ended by two workers after ${Math.round(performance.now() - since)} ms (of 100,000, bar: 3 s)`);
      await stock.isGivenBack(pool);
      expect(await timesGivenBack(pool)).toHaveLength(30_000);
    },
    slowMs,
  );
});
