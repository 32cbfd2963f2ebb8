import { statement } from '@linework/db/statement';
import { type RedisServer, startRedisServer } from '@linework/local-servers/redis-server';
import { silentLog } from '@linework/log/log';
import { openQueues } from '@linework/queue/open-queues';
import type { TestPool } from '@linework/testing/a-pool';
import { reserveAll } from '@linework/testing/inventory/reserve-all';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { needs } from '@linework/testing/run/needs';
import { sql } from '@linework/testing/sql';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aStock, type Stock } from './a-stock.ts';

needs('redis-server');

describe('expired reservations', () => {
  let redis: RedisServer;
  let stock: Stock;
  const report: string[] = [];
  beforeAll(async () => {
    redis = await startRedisServer();
    stock = await aStock(redis.url);
  });
  afterAll(async () => {
    console.info(report.join('\n'));
    await stock?.close();
    await redis?.stop();
  });

  const reserved = () => stock.db.prisma.resourceState.count({ where: { status: 'reserved' } });
  const endAll = statement(
    '',
    { poolId: 'uuid' },
    `UPDATE reservation
     SET expires_at = now()
     FROM resource_state s
     WHERE s.pool_id = :poolId AND s.reservation_id = reservation.id`,
  );
  const listReleasedOnce = ({ id }: TestPool) =>
    stock.db.query(sql`SELECT resource_id, count(*) FROM event JOIN resource_state USING (resource_id)
         WHERE pool_id = ${id} AND type = 'resource.made_available' AND from_status = 'reserved'
         GROUP BY resource_id
         HAVING count(*) = 1`);

  let areTwo = false;
  /** Two workers: those that the test before has left, or new ones. */
  async function ensureTwoWorkers(): Promise<void> {
    if (!areTwo) await Promise.all([stock.startWorker(), stock.startWorker()]);
    areTwo = true;
  }

  async function ensureNoWorker(): Promise<void> {
    await stock.killWorkers();
    areTwo = false;
  }

  it('are ended once when the job is late, and by concurrent runs', async () => {
    await ensureNoWorker();
    const pool = await stock.pool(500);
    await reserveAll(stock.db, pool, { endsInMs: -5_000, spreadMs: 6_000 });
    const queues = await openQueues({ redisUrl: redis.url, databaseUrl: stock.url, log: silentLog });
    await queues.queues.maintenance.addBulk(Array.from({ length: 20 }, () => ({ name: 'expire-resources', data: {} })));
    await ensureTwoWorkers();
    await stock.expectReleased(pool);
    expect(await listReleasedOnce(pool)).toHaveLength(500);
    await queues.close();
  });

  it('are all ended by two workers, 16,000 at once', async () => {
    const pool = await stock.pool(16_000);
    await reserveAll(stock.db, pool, { endsInMs: 3_600_000 });
    await ensureTwoWorkers();
    await stock.db.query(endAll, { poolId: pool.id });
    const since = performance.now();
    await waitUntil('all are ended', async () => (await reserved()) === 0);
    report.push(
      `two workers ended 16,000 reservations that expired at once in ${Math.round(performance.now() - since)} ms ` +
        '(of 100,000, limit: 3 s)',
    );
    await stock.expectReleased(pool);
    expect(await listReleasedOnce(pool)).toHaveLength(16_000);
  });

  it('are ended while Redis is repeatedly emptied', async () => {
    const pool = await stock.pool(300);
    await ensureTwoWorkers();
    await reserveAll(stock.db, pool, { endsInMs: 0, spreadMs: 3_000 });
    const connection = new Redis(redis.url);
    for (const left of [250, 150, 50]) {
      await waitUntil(`${left} are left`, async () => (await reserved()) <= left);
      await connection.flushall();
    }
    connection.disconnect();
    await stock.expectReleased(pool);
    expect(await listReleasedOnce(pool)).toHaveLength(300);
  });

  it('are ended by another worker when one is killed during the job', async () => {
    await ensureNoWorker();
    const pool = await stock.pool(1_000);
    const victim = await stock.startWorker({ CRASH_AT: 'in-expiry:kill' });
    // Some end so late that no batch that runs at the kill can have them.
    await reserveAll(stock.db, pool, { endsInMs: -1_000, spreadMs: 8_000 });
    expect(await victim.ended).toBe('SIGKILL');
    expect(await reserved()).toBeGreaterThan(0);
    await stock.startWorker();
    await stock.expectReleased(pool);
    expect(await listReleasedOnce(pool)).toHaveLength(1_000);
  });

  it('are ended by the next run after the worker failed', async () => {
    await ensureNoWorker();
    const pool = await stock.pool(100);
    await stock.startWorker({ CRASH_AT: 'in-expiry:throw:2' });
    await reserveAll(stock.db, pool, { endsInMs: 0, spreadMs: 500 });
    await stock.expectReleased(pool);
  });
});
