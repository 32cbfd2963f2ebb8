import { readFile } from 'node:fs/promises';
import { readOrderId } from '@linework/testing/processes/linework-client';
import { readMetric } from '@linework/testing/processes/read-metrics';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import type { WorkerProcess } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { needs } from '@linework/testing/run/needs';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { assertEndState, scenarios, waitForEnd } from './scenarios.ts';
import { type Survivor, startSurvivor } from './start-survivor.ts';

needs('redis');

let system: System;
let survivor: Survivor;
beforeAll(async () => {
  system = await startSystem({ redisUrl: await testRedisUrl() });
  survivor = await startSurvivor(system);
});
afterAll(() => system?.close());

describe('a worker that is suspended for longer than its lease', () => {
  it.each([
    ['after its call', 'after-call', 'block'],
    ['before its call', 'after-acquire', 'delete'],
  ] as const)('%s gets a fencing conflict when it continues, and changes nothing', async (_name, point, name) => {
    const { line, placeOrder } = await scenarios[name](system);
    await survivor.occupy();
    const suspended = await system.startWorker({ CRASH_AT: `${point}:suspend` });
    onTestFinished(() => void suspended.process.kill('SIGCONT'));
    const takenOver = await readMetric(survivor.worker, 'linework_leases_taken_over_total', system.operatorKey);
    const orderId = await placeOrder();
    await waitUntil('the worker suspends itself', () => isSuspended(suspended));
    await survivor.release();
    await waitForEnd(system, name, orderId);
    expect(await readMetric(survivor.worker, 'linework_leases_taken_over_total', system.operatorKey)).toBe(
      takenOver + 1,
    );

    suspended.process.kill('SIGCONT');
    await waitUntil(
      'the suspended worker has a fencing conflict',
      async () => (await readMetric(suspended, 'linework_fencing_conflicts_total', system.operatorKey)) === 1,
    );
    await system.waitUntilSettled();
    await assertEndState(system, name, line);
    await suspended.stop();
  });
});

async function isSuspended({ process: { pid } }: WorkerProcess): Promise<boolean> {
  return /^State:\s+T/m.test(await readFile(`/proc/${pid}/status`, 'utf8'));
}

/** Locks the first step of an order, so that the worker that acquires the order has to wait for PostgreSQL. */
async function lockStep(orderId: string) {
  const client = await system.db.pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM order_step WHERE order_id = $1 AND position = 0 FOR UPDATE', [orderId]);
  return {
    async isWaitedFor() {
      const { rows } = await system.db.pool.query(
        "SELECT FROM pg_stat_activity WHERE application_name = 'linework worker' AND wait_event_type = 'Lock'",
      );
      return rows.length > 0;
    },
    async release() {
      await client.query('COMMIT');
      client.release();
    },
  };
}

it('a worker that is suspended while it acquires an order makes no call for it after another worker has executed it', async () => {
  const [line] = await system.lines(1);
  if (!line) throw new Error('There is no line.');
  await survivor.occupy();
  const stopped = await system.startWorker();
  // The order is scheduled far ahead until its step is locked, so that no worker acquires it before.
  const notBefore = new Date(Date.now() + 3_600_000).toISOString();
  const orderId = readOrderId(await system.client.send('POST', `/lines/${line.id}/block?notBefore=${notBefore}`));
  const step = await lockStep(orderId);
  await system.db.pool.query('UPDATE orders SET due_at = now(), not_before = now() WHERE id = $1', [orderId]);
  await waitUntil('the worker waits for the step', step.isWaitedFor);
  stopped.process.kill('SIGSTOP');
  onTestFinished(() => void stopped.process.kill('SIGCONT'));
  await step.release();
  await survivor.release();
  await system.waitForOrder(orderId, 'COMPLETED');

  stopped.process.kill('SIGCONT');
  await waitUntil(
    'the suspended worker has a fencing conflict',
    async () => (await readMetric(stopped, 'linework_fencing_conflicts_total', system.operatorKey)) > 0,
  );
  expect(await readMetric(stopped, 'linework_leases_too_short_total', system.operatorKey)).toBe(1);
  expect(await system.network.calls(`${orderId}-1:execute`)).toBe(1);
  expect(await system.network.lateCalls()).toEqual([]);
  expect(await stopped.stop()).toBe(0);
  await system.waitUntilSettled();
});
