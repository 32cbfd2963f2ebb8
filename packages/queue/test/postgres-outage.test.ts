import { randomUUID } from 'node:crypto';
import { silentLog } from '@linework/log/log';
import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { takesLong } from '@linework/testing/run/takes-long';
import { measureSlowness } from '@linework/testing/servers/measure-slowness';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openQueues, type Queues } from '../src/open-queues.ts';
import { startWorkers, type Workers } from '../src/start-workers.ts';
import { idleHandlers } from './idle-handlers.ts';
import { until } from './until.ts';

takesLong('much-work');

describe('queues in a PostgreSQL that becomes unavailable', () => {
  let db: TestDb;
  let queues: Queues;
  let workers: Workers;
  const received = new Set<string>();
  let ticks = 0;

  beforeEach(async () => {
    db = await createTestDb();
    queues = await openQueues({ databaseUrl: db.url, log: silentLog });
    workers = await startWorkers({
      queues,
      handlers: {
        ...idleHandlers,
        'advance-order': async ({ orders }) => {
          for (const { orderId } of orders) received.add(orderId);
        },
        'requeue-due-orders': async () => void ticks++,
      },
      concurrency: 4,
      log: silentLog,
    });
  });
  afterEach(async () => {
    await workers.close();
    await queues.close();
    await db.drop();
  });

  async function administer(statement: string): Promise<void> {
    const url = new URL(db.url);
    const name = url.pathname.slice(1);
    url.pathname = '/postgres';
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await client.query(statement.replaceAll('$name', name));
    await client.end();
  }

  it('process wake-ups and scheduled jobs again within 10 s after it is back', async () => {
    await until(() => ticks > 0);
    await administer('alter database $name allow_connections false');
    await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '$name'`);
    await until(async () => !(await queues.isUp()));
    queues.notify([{ orderId: randomUUID(), epoch: 0 }]);
    await queues.drain();
    expect(queues.failedWakeUps()).toBe(1);

    await administer('alter database $name allow_connections true');
    const backAt = Date.now();
    await until(() => queues.isUp());
    const before = ticks;
    const orderId = randomUUID();
    queues.notify([{ orderId, epoch: 0 }]);
    await until(() => received.has(orderId) && ticks > before);
    expect(Date.now() - backAt).toBeLessThan(10_000 * measureSlowness());
  });

  it('do not open while it is unavailable', async () => {
    await administer('alter database $name allow_connections false');
    await expect(openQueues({ databaseUrl: db.url, log: silentLog })).rejects.toThrow(
      'not currently accepting connections',
    );
    await administer('alter database $name allow_connections true');
  });
});
