import { silentLog } from '@linework/log/log';
import { openQueues, type Queues } from '@linework/queue/open-queues';
import type { JobHandlers } from '@linework/queue/run-handler';
import { startWorkers } from '@linework/queue/start-workers';
import { jobs } from '@linework/schemas/jobs';
import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { needs } from '@linework/testing/run/needs';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FailureCount } from '../src/count-failures.ts';
import { queueBoard, queueBoardPath } from '../src/queue-board.ts';
import { type Served, serveApp } from './serve-app.ts';

describe.each(['redis', 'postgres'] as const)('the board of queues on %s', (kind) => {
  if (kind === 'redis') needs('redis');
  let testDb: TestDb;
  let queues: Queues;
  let served: Served;
  let failures: readonly FailureCount[] = [];

  beforeAll(async () => {
    testDb = await createTestDb();
    queues = await openQueues({
      databaseUrl: testDb.url,
      redisUrl: kind === 'redis' ? await testRedisUrl() : undefined,
      log: silentLog,
    });
    served = await serveApp(
      express()
        .disable('x-powered-by')
        .use(
          queueBoardPath,
          queueBoard(queues.queues, async () => failures),
        ),
    );
    queues.notify([{ orderId: '0199a5f0-0000-7000-8000-000000000001', epoch: 2 }]);
    await queues.drain();
  });
  afterAll(async () => {
    await served.close();
    await queues.close();
    await testDb.drop();
  });

  const get = (path: string) => fetch(served.url + path);

  it('shows both queues as read-only, with their jobs', async () => {
    const { queues: shown } = (await (await get('/queues/api/queues?activeQueue=orders&status=latest')).json()) as {
      queues: Record<string, unknown>[];
    };
    expect(shown).toMatchObject([
      { name: 'orders', readOnlyMode: true, counts: { waiting: 1 } },
      { name: 'maintenance', readOnlyMode: true, counts: { waiting: 0 } },
    ]);
    expect(shown[0]?.['jobs']).toMatchObject([
      { name: 'advance-order', data: { orders: [{ orderId: '0199a5f0-0000-7000-8000-000000000001', epoch: 2 }] } },
    ]);
  });

  it('shows the number of failed orders, whose jobs have not failed', async () => {
    const readDescriptions = async () => {
      const { queues: shown } = (await (await get('/queues/api/queues?activeQueue=orders&status=failed')).json()) as {
        queues: Record<string, unknown>[];
      };
      expect(shown[0]).toMatchObject({ counts: { failed: 0 } });
      return [shown[0]?.['description'], /<title>(.*)<\/title>/.exec(await (await get('/queues')).text())?.[1]];
    };
    expect(await readDescriptions()).toEqual([
      expect.stringContaining('No order needs attention.'),
      'Linework queues. No order needs attention.',
    ]);
    failures = [
      {
        step: 'LINE_BLOCK.SUSPEND_NETWORK',
        errorCode: 'unknown-subscriber',
        count: 300,
        firstFailedAt: new Date(),
        lastFailedAt: new Date(),
      },
    ];
    const message = '300 orders have failed and need attention.';
    expect(await readDescriptions()).toEqual([expect.stringContaining(message), `Linework queues. ${message}`]);
  });

  it.each([
    ['PUT', '/queues/api/queues/pause'],
    ['PUT', '/queues/api/queues/orders/order-0199a5f0-0000-7000-8000-000000000001-2/clean'],
    ['POST', '/queues/api/queues/orders/add'],
  ])('rejects %s %s', async (method, path) => {
    const response = await fetch(served.url + path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('GET, HEAD');
    expect((await queues.counts()).orders['waiting']).toBe(1);
  });

  it('loads its scripts and styles from this host only', async () => {
    const page = await get('/queues');
    expect(page.headers.get('Content-Security-Policy')).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'",
    );
    expect(page.headers.has('X-Powered-By')).toBe(false);
    const html = await page.text();
    expect(html).toContain('<base href="/queues/" />');
    const own = [...html.matchAll(/(?:src|href)="(static\/[^"]+)"/g)].map(([, path]) => path);
    expect(own.length).toBeGreaterThan(3);
    for (const path of own) expect([path, (await get(`/queues/${path}`)).status]).toEqual([path, 200]);
  });

  it('counts the wake-ups that run, those that have completed and those that have failed, and draws them by the minute', async () => {
    const countOrders = async () => {
      const { queues: shown } = (await (await get('/queues/api/queues?activeQueue=orders&status=latest')).json()) as {
        queues: Record<string, unknown>[];
      };
      return shown[0]?.['counts'];
    };
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const handlers = {
      ...(Object.fromEntries(jobs.map(({ name }) => [name, async () => {}])) as unknown as JobHandlers),
      'advance-order': () => ended,
    };
    const workers = await startWorkers({ queues, handlers, concurrency: 1, log: silentLog });
    await expect.poll(countOrders).toMatchObject({ waiting: 0, active: 1, completed: 0, failed: 0 });
    end();
    await expect.poll(countOrders).toMatchObject({ active: 0, completed: 1, failed: 0 });
    // No worker can run a job with this data.
    await queues.queues.orders.add('advance-order', { orders: [] });
    await expect.poll(countOrders).toMatchObject({ active: 0, completed: 1, failed: 1 });
    expect(await (await get('/queues/api/queues/orders/metrics')).json()).toMatchObject({
      completed: { meta: { count: 1 } },
      failed: { meta: { count: 1 } },
    });
    await workers.close();
  });
});
