import type { BulkOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import type { WorkerProcess } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { needs } from '@linework/testing/run/needs';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBulkClient } from './create-bulk-client.ts';

needs('redis');

/** More than the 64 orders of one batch. */
const lineCount = 70;
const errorCode = 'hlr-out-of-order';

let system: System;
let worker: WorkerProcess | undefined;
beforeAll(async () => {
  system = await startSystem({ redisUrl: await testRedisUrl(), settings: { BULK_ORDERS_PER_SECOND: '600' } });
});
afterAll(() => system?.close());

/** The only worker: the one that the test before has left, or a new one. */
async function aWorker(): Promise<WorkerProcess> {
  worker ??= await system.startWorker();
  return worker;
}

async function stopWorker(): Promise<void> {
  await worker?.stop();
  worker = undefined;
}

/** Blocks lines, all of which the network refuses. Returns the failed bulk operation. */
async function blockAndFail(): Promise<BulkOperation> {
  const fault = await system.network.injectFault({
    fault: 'refuse',
    match: { operation: 'set-service-state' },
    times: 100_000,
    code: errorCode,
  });
  const bulk = createBulkClient(system);
  const { id } = await bulk.block(await system.lines(lineCount));
  const ended = await bulk.waitUntil(id, 'has ended', ({ finishedAt }) => finishedAt !== undefined);
  await system.network.removeFault(fault);
  return ended;
}

/**
 * Counts the completed orders of a bulk operation that left FAILED exactly once. Attempts say nothing about it: a
 * network that answers late under load, or a worker that is killed during the call, adds one.
 */
const retriedOnceQuery = `SELECT count(*)::int AS orders FROM orders o WHERE o.status = 'COMPLETED'
  AND (SELECT count(*) FROM event e WHERE e.resource_id = o.id AND e.from_status = 'FAILED') = 1
  AND o.id IN (SELECT order_id FROM bulk_item WHERE bulk_id = $1)`;

describe('70 orders that the network refused', () => {
  it('are found by their error, retried as one batch and completed, with the actor, in six requests', async () => {
    const { lines } = await aWorker();
    const logged = lines.length;
    expect(await blockAndFail()).toMatchObject({
      status: 'FAILED',
      counts: { total: lineCount, failed: lineCount, completed: 0 },
    });
    const warnings = lines
      .slice(logged)
      .filter((line) => line.includes('"msg":"order failed"'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(warnings).toHaveLength(lineCount);
    expect(warnings[0]).toMatchObject({ level: 'warn', step: 'LINE_BLOCK.SUSPEND_NETWORK', errorCode });

    const transcript: string[] = [];
    const ask = async (method: string, path: string, body?: unknown) => {
      const { status, text } = await system.client.send(method, path, body === undefined ? {} : { body });
      transcript.push(
        `${method} ${path} ${body === undefined ? '' : JSON.stringify(body)}\n  ${status} ${text.slice(0, 400)}`,
      );
      return JSON.parse(text);
    };
    const orderFilter = { errorCode: [errorCode], superseded: false };
    const found = await ask('GET', `/orders?errorCode=${errorCode}&superseded=false&limit=1`);
    expect(found).toMatchObject({
      meta: { total: lineCount },
      items: [{ status: 'FAILED', steps: [{ error: { code: errorCode } }, {}] }],
    });
    expect(await ask('POST', '/bulk-operation-previews', { operation: 'retry', orderFilter })).toMatchObject({
      total: lineCount,
      allowed: lineCount,
      refused: 0,
    });
    const reason = 'The HLR is back, incident 4711.';
    const { id } = await ask('POST', '/bulk-operations', { operation: 'retry', orderFilter, reason });
    const { rows } = await system.db.pool.query('SELECT key_id FROM bulk_operation WHERE id = $1', [id]);
    await waitUntil(
      'it has ended',
      async () => (await system.db.prisma.bulkOperation.findUniqueOrThrow({ where: { id } })).finishedAt !== null,
    );
    expect(await ask('GET', `/bulk-operations/${id}`)).toMatchObject({
      status: 'COMPLETED',
      reason,
      counts: { total: lineCount, completed: lineCount },
    });
    const done = await ask('GET', `/orders?bulkOperationId=${id}&status=COMPLETED&limit=1`);
    expect(done.meta.total).toBe(lineCount);
    const events = await ask('GET', `/orders/${done.items[0].id}/events`);
    const { name } = await system.db.prisma.apiKey.findUniqueOrThrow({ where: { id: rows[0].key_id } });
    expect(events.items).toContainEqual(
      expect.objectContaining({
        type: 'order.retry_requested',
        actor: { type: 'key', keyId: rows[0].key_id, name },
        details: { reason },
      }),
    );
    expect(transcript).toHaveLength(6);
    console.info(transcript.join('\n'));

    const { rows: keys } = await system.db.pool.query(
      `SELECT e.key_id, count(*)::int AS orders FROM event e JOIN bulk_item i ON i.order_id = e.resource_id
       WHERE i.bulk_id = $1 AND e.from_status = 'FAILED' GROUP BY e.key_id`,
      [id],
    );
    expect(keys).toEqual([{ key_id: rows[0].key_id, orders: lineCount }]);
    await system.waitUntilSettled();
  });

  it.each(['after-placing', 'before-notify'])(
    'are each retried once when the worker is killed %s, in the middle of the batch',
    async (point) => {
      await aWorker();
      await blockAndFail();
      await stopWorker();
      // Some are retried before it dies.
      const victim = await system.startWorker({ CRASH_AT: `${point}:kill` });
      const { status, text } = await system.client.send('POST', '/bulk-operations', {
        body: { operation: 'retry', orderFilter: { errorCode: [errorCode] }, reason: 'test' },
      });
      expect(status).toBe(202);
      const { id } = JSON.parse(text) as BulkOperation;
      expect(await victim.ended).toBe('SIGKILL');
      await aWorker();
      const ended = await createBulkClient(system).waitUntil(
        id,
        'has ended',
        ({ finishedAt }) => finishedAt !== undefined,
      );
      expect(ended).toMatchObject({ status: 'COMPLETED', counts: { total: lineCount, completed: lineCount } });
      const { rows } = await system.db.pool.query(retriedOnceQuery, [id]);
      expect(rows).toEqual([{ orders: lineCount }]);
      await system.waitUntilSettled();
    },
  );
});
