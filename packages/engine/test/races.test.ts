import { aLine, anActiveLine, type TestLine } from '@linework/testing/a-line';
import { aCallerOf, anOperator } from '@linework/testing/callers';
import { countWaitingSessions } from '@linework/testing/count-waiting-sessions';
import type { TestOrderType } from '@linework/testing/engine/test-engine';
import { createTestEngine, type TestEngine } from '@linework/testing/engine/test-engine';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { runsOf } from '@linework/testing/run/sample';
import { takesLong } from '@linework/testing/run/takes-long';
import { sql } from '@linework/testing/sql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelOrder } from '../src/commands/cancel-order.ts';
import { closeOrder } from '../src/commands/close-order.ts';
import { retryOrder } from '../src/commands/retry-order.ts';
import { rollbackOrder } from '../src/commands/rollback-order.ts';
import { skipStep } from '../src/commands/skip-step.ts';
import { placeOrder } from './support/place-order.ts';
import { blockLine, externalStep, terminateLine, testOrderType } from './support/test-order-types.ts';

takesLong('many-cases');

const keepsStatusType = testOrderType('STAYS', 'halt', [externalStep('A')], {
  request: 'swap',
  allowedStatuses: ['ACTIVE'],
});
const caller = anOperator();

let engine: TestEngine;
beforeAll(async () => {
  engine = await createTestEngine({ orderTypes: [blockLine, terminateLine, keepsStatusType] });
});
afterAll(() => engine.close());

const place = ({ id, brokerId }: TestLine, orderType: TestOrderType) =>
  placeOrder(engine.deps, { orderType, caller: aCallerOf({ id: brokerId }), lineId: id, correlationId: '' });

/** What a worker commits when it acquires a block and the network refuses it. */
const failInOneTransaction = (orderId: string) => [
  sql`UPDATE orders SET status = 'IN_PROGRESS' WHERE id = ${orderId}::uuid`,
  sql`UPDATE orders
    SET status = 'FAILED', due_at = NULL, next_sweep_at = NULL, failed_at = now()
    WHERE id = ${orderId}::uuid`,
  sql`UPDATE line SET status = 'BLOCKING_ERROR' WHERE id = (SELECT line_id FROM orders WHERE id = ${orderId}::uuid)`,
];

/** The results of concurrent requests: how many succeeded, and the errors of the others. */
async function runConcurrently(...requests: readonly Promise<unknown>[]) {
  const outcomes = await Promise.allSettled(requests);
  const reasons = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => String(reason));
  return { done: outcomes.length - reasons.length, reasons };
}

async function aFailedOrder(orderType: TestOrderType) {
  const line = await anActiveLine(engine.db);
  const { orderId } = await place(line, orderType);
  const [step] = (await engine.find(orderId)).steps;
  engine.network.failNext(`${step?.id}:execute`, 'permanent');
  await engine.runUntilSettled(orderId);
  return { line, orderId };
}

describe('two concurrent orders on one line', () => {
  it('result in one order and one conflict, 200 times', async () => {
    const { brokerId, holderId } = await anActiveLine(engine.db);
    for (let round = 0; round < runsOf(200); round += 1) {
      const line = await aLine(engine.db, 'ACTIVE', { brokerId, holderId });
      const { done, reasons } = await runConcurrently(
        place(line, blockLine),
        place(line, round % 3 === 0 ? blockLine : round % 3 === 1 ? terminateLine : keepsStatusType),
      );
      expect({ done, reasons }).toEqual({
        done: 1,
        reasons: [expect.stringMatching(/Another order is open|cannot be asked to/)],
      });
      expect(await engine.db.prisma.order.count({ where: { resourceId: line.id } })).toBe(1);
    }
  });
});

describe('an order that waits for its line', () => {
  it('supersedes the order that was placed and failed meanwhile', async () => {
    const { line } = await aFailedOrder(blockLine);
    const [second, termination] = await engine.db.transaction(async (tx) => {
      const { orderId } = await placeOrder(
        { ...engine.deps, db: tx },
        { orderType: blockLine, caller, lineId: line.id, correlationId: '' },
      );
      const waiting = place(line, terminateLine);
      await waitUntil('the termination waits for the line', async () => (await countWaitingSessions(engine.db)) === 1);
      for (const failing of failInOneTransaction(orderId)) await tx.query(failing);
      return [orderId, waiting] as const;
    });
    const { orderId: supersededBy } = await termination;
    expect(await engine.db.prisma.order.findUnique({ where: { id: second } })).toMatchObject({
      status: 'FAILED',
      supersededBy,
    });
  });

  it('is placed when something else of the line was changed meanwhile', async () => {
    const line = await anActiveLine(engine.db);
    const [waiting] = await engine.db.transaction(async (tx) => {
      await tx.query(sql`UPDATE line SET updated_at = now() WHERE id = ${line.id}::uuid`);
      const placing = place(line, blockLine);
      await waitUntil('the order waits for the line', async () => (await countWaitingSessions(engine.db)) === 1);
      return [placing] as const;
    });
    await waiting;
    const { status } = await engine.db.prisma.line.findUniqueOrThrow({ where: { id: line.id } });
    expect(status).toBe('BLOCKING');
  });
});

describe('two concurrent requests on a failed order', () => {
  it.each([blockLine, keepsStatusType])(
    'to retry it and to place the same again: exactly one wins, without a deadlock: $code',
    async (orderType) => {
      let turns = 1;
      for (let round = 0; round < 40; round += 1) {
        const { line, orderId } = await aFailedOrder(orderType);
        const retry = waitEventLoopTurns(turns).then(() => retryOrder(engine.deps, { caller, orderId }));
        const { done, reasons } = await runConcurrently(retry, place(line, orderType));
        const retried = await retry.then(
          () => true,
          () => false,
        );
        turns = estimateTurns(turns, retried);
        expect({ done, reasons }).toMatchObject({ done: 1 });
        expect(reasons[0]).toMatch(/Another order is open|cannot be asked to/);
      }
    },
  );

  it('to retry it and to roll it back: exactly one wins', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { orderId } = await aFailedOrder(blockLine);
      const { done } = await runConcurrently(
        retryOrder(engine.deps, { caller, orderId }),
        rollbackOrder(engine.deps, { caller, orderId }),
      );
      expect(done).toBe(1);
      expect((await engine.runUntilSettled(orderId)).status).toMatch(/COMPLETED|ROLLED_BACK/);
    }
  });
});

describe('two concurrent operator requests on a failed order', () => {
  const reason = 'any';
  const skip = (orderId: string) => skipStep(engine.deps, { caller, orderId, stepId: `${orderId}-1`, reason });
  const close = (orderId: string) => closeOrder(engine.deps, { caller, orderId, reason });

  it('to skip its step: exactly one wins', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { line, orderId } = await aFailedOrder(blockLine);
      const { done, reasons } = await runConcurrently(skip(orderId), skip(orderId));
      expect({ done, reasons }).toEqual({ done: 1, reasons: [expect.stringContaining('cannot be asked to skip')] });
      expect(await engine.runUntilSettled(orderId)).toMatchObject({
        status: 'COMPLETED',
        steps: [{ status: 'SKIPPED' }, { status: 'SUCCESS' }],
      });
      expect(await engine.db.prisma.line.findUnique({ where: { id: line.id } })).toMatchObject({ status: 'BLOCKED' });
    }
  });

  it('to close it and to retry it: exactly one wins', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { line, orderId } = await aFailedOrder(blockLine);
      const closed =
        round % 2 === 0
          ? [close(orderId), retryOrder(engine.deps, { caller, orderId })]
          : [retryOrder(engine.deps, { caller, orderId }), close(orderId)];
      expect(await runConcurrently(...closed)).toMatchObject({
        done: 1,
        reasons: [expect.stringMatching(/cannot be asked to (close|retry)/)],
      });
      const { status } = await engine.runUntilSettled(orderId);
      expect(status).toMatch(/COMPLETED|CANCELLED/);
      const lineStatus = status === 'COMPLETED' ? 'BLOCKED' : 'BLOCKING_ERROR';
      expect(await engine.db.prisma.line.findUnique({ where: { id: line.id } })).toMatchObject({ status: lineStatus });
    }
  });
});

describe('a cancel while a worker executes the order', () => {
  it('succeeds, or is rejected because the order has completed', async () => {
    const seen = { CANCELLED: 0, COMPLETED: 0 };
    let turns = 1;
    for (let round = 0; round < 80; round += 1) {
      const line = await anActiveLine(engine.db);
      const { orderId } = await place(line, blockLine);
      const cancel = waitEventLoopTurns(turns).then(() =>
        cancelOrder(engine.deps, { caller, orderId, reason: 'changed my mind' }),
      );
      const { reasons } = await runConcurrently(cancel, engine.advanceOrder({ orderId, epoch: 0 }));
      const status = reasons.length === 0 ? 'CANCELLED' : 'COMPLETED';
      expect(await engine.runUntilSettled(orderId)).toMatchObject({ status });
      expect(await engine.db.prisma.line.findUnique({ where: { id: line.id } })).toMatchObject({
        status: status === 'CANCELLED' ? 'ACTIVE' : 'BLOCKED',
      });
      seen[status] += 1;
      turns = estimateTurns(turns, status === 'CANCELLED');
    }
    expect(seen.CANCELLED).toBeGreaterThan(0);
    expect(seen.COMPLETED).toBeGreaterThan(0);
  });
});

describe('all these races', () => {
  it('caused no deadlock, which a retry would hide', async () => {
    // Each session reports its statistics on request. The sleep makes them ten different sessions.
    await Promise.all(
      Array.from({ length: 10 }, () => engine.db.pool.query('SELECT pg_stat_force_next_flush(), pg_sleep(0.1)')),
    );
    const { rows } = await engine.db.pool.query(
      'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(rows).toEqual([{ deadlocks: 0 }]);
  });
});

async function waitEventLoopTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Waits longer after the request came first and shorter after it came too late, so that most rounds are close to the
 * race.
 */
const estimateTurns = (turns: number, cameFirst: boolean) => Math.ceil(cameFirst ? turns * 1.5 : turns / 2);
