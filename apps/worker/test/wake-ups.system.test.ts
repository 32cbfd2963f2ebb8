import { stepId } from '@linework/engine/model/step';
import { silentLog } from '@linework/log/log';
import { openQueues, type Queues } from '@linework/queue/open-queues';
import { advanceOrderJob } from '@linework/schemas/jobs';
import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { needs } from '@linework/testing/run/needs';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const slots = 2;

describe.each(['redis', 'postgres'] as const)('the wake-ups of orders on %s', (kind) => {
  if (kind === 'redis') needs('redis');
  let testDb: TestDb;
  let system: System;
  let workerUrl: string;
  let queues: Queues;
  beforeAll(async () => {
    const redisUrl = kind === 'redis' ? await testRedisUrl() : undefined;
    testDb = await createTestDb();
    system = await startSystem({
      ...(redisUrl && { redisUrl }),
      databaseUrl: testDb.url,
      settings: { STEP_TIMEOUT_MS: '60000', LEASE_MS: '120000' },
    });
    workerUrl = (await system.startWorker({ CONCURRENCY: String(slots) })).url;
    queues = await openQueues({ redisUrl, databaseUrl: testDb.url, log: silentLog });
  });
  afterAll(async () => {
    await queues?.close();
    await system?.close();
    await testDb?.drop();
  });

  const read = async (url: string) => fetch(url, { headers: { 'X-API-Key': system.operatorKey } });

  interface Counts {
    readonly waiting: number;
    readonly active: number;
    readonly completed: number;
    readonly failed: number;
  }

  async function ofApi(): Promise<Counts> {
    const { queues: all } = (await (await read(`${system.api.url}/queues`)).json()) as {
      queues: Record<string, number>[];
    };
    const { waitingCount = -1, activeCount = -1, completedCount = -1, failedCount = -1 } = all[0] ?? {};
    return { waiting: waitingCount, active: activeCount, completed: completedCount, failed: failedCount };
  }

  async function ofBoard(): Promise<Counts> {
    const response = await read(`${workerUrl}/queues/api/queues?activeQueue=orders&status=latest`);
    const { queues: all } = (await response.json()) as { queues: { counts: Counts }[] };
    const { waiting = -1, active = -1, completed = -1, failed = -1 } = all[0]?.counts ?? {};
    return { waiting, active, completed, failed };
  }

  async function ofMetrics(): Promise<Counts> {
    const page = await (await read(`${workerUrl}/metrics`)).text();
    const value = (series: string) =>
      Number(
        page
          .split('\n')
          .find((line) => line.startsWith(`${series} `))
          ?.slice(series.length) ?? -1,
      );
    const inState = (state: string) => value(`bullmq_job_count{queue="orders",state="${state}"}`);
    const ended = (what: string) => value(`bullmq_job_${what}_total{queue="orders"}`);
    return {
      waiting: inState('waiting'),
      active: inState('active'),
      completed: ended('completed'),
      failed: ended('failed'),
    };
  }

  /** Blocks lines one after the other, so that each order has a job of its own. */
  async function block(count: number): Promise<readonly string[]> {
    const orderIds: string[] = [];
    for (const { id } of await system.lines(count)) orderIds.push(await system.client.placeOrder('block', id));
    return orderIds;
  }

  async function callsFor(orderIds: readonly string[]): Promise<readonly number[]> {
    const steps = await system.db.prisma.orderStep.findMany({
      where: { orderId: { in: [...orderIds] }, actionCode: { startsWith: 'network.' } },
    });
    return Promise.all(
      steps.map(({ orderId, position }) => system.network.calls(`${stepId(orderId, position)}:execute`)),
    );
  }

  it('are counted by the API, the board and the metrics while they wait, run and have ended', async () => {
    const sources = [ofApi, ofBoard, ofMetrics];
    const before = await ofApi();
    const hold = await system.network.injectFault({ fault: 'hold', times: 'always' });
    await block(5);
    await system.network.waitForFault(hold, slots);
    for (const readCounts of sources) {
      await expect.poll(readCounts).toMatchObject({ active: slots, completed: before.completed, failed: 0 });
      // The sweep sends another wake-up for an order that has waited for 5 s.
      expect((await readCounts()).waiting).toBeGreaterThanOrEqual(5 - slots);
    }
    await system.network.removeFault(hold);
    await system.waitUntilSettled();
    // No worker can run a job with this data.
    await queues.queues.orders.add(advanceOrderJob.name, { orders: [] });
    for (const readCounts of sources) {
      await expect.poll(readCounts).toMatchObject({ waiting: 0, active: 0, failed: 1 });
      expect((await readCounts()).completed).toBeGreaterThanOrEqual(before.completed + 5);
    }
  });

  it('that are lost cost no order', async () => {
    const hold = await system.network.injectFault({ fault: 'hold', times: 'always' });
    const orderIds = await block(slots + 3);
    await system.network.waitForFault(hold, slots);
    await queues.queues.orders.drain();
    await system.network.removeFault(hold);
    await system.waitUntilSettled();
    expect(await system.db.prisma.order.count({ where: { id: { in: [...orderIds] }, status: 'COMPLETED' } })).toBe(
      slots + 3,
    );
  });

  it('that come twice, late or with an old epoch change nothing', async () => {
    const orderIds = await block(4);
    const sendAgain = async (epoch: number) => {
      // With ids of their own, so that the queue does not recognise them.
      const repeated = orderIds.map((orderId) => ({
        name: advanceOrderJob.name,
        data: { orders: [{ orderId, epoch }] },
      }));
      await queues.queues.orders.addBulk(
        [...repeated, ...repeated].map((job, index) => ({ ...job, opts: { jobId: `again-${epoch}-${index}` } })),
      );
    };
    for (const epoch of [0, 1]) await sendAgain(epoch);
    await system.waitUntilSettled();
    const settled = await system.db.prisma.order.findMany({
      where: { id: { in: [...orderIds] } },
      orderBy: { id: 'asc' },
    });
    const { completed } = await ofApi();
    await sendAgain(2);
    await waitUntil('the last wake-ups have been read', async () => (await ofApi()).completed >= completed + 8);
    expect(
      await system.db.prisma.order.findMany({ where: { id: { in: [...orderIds] } }, orderBy: { id: 'asc' } }),
    ).toEqual(settled);
    expect(new Set(await callsFor(orderIds))).toEqual(new Set([1]));
    expect(settled.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'COMPLETED'));
  });
});
