import { anActiveLine } from '@linework/testing/a-line';
import { aCallerOf, anOperator } from '@linework/testing/callers';
import type { TestOrderType } from '@linework/testing/engine/test-engine';
import { createTestEngine, type TestEngine } from '@linework/testing/engine/test-engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { retryOrder } from '../src/commands/retry-order.ts';
import { defineLocalStep } from '../src/model/step.ts';
import { placeOrder } from './support/place-order.ts';
import { externalStep, testOrderType } from './support/test-order-types.ts';

const twoCalls = testOrderType('TWO_CALLS', 'halt', [externalStep('A'), externalStep('B')]);
const brokenType = testOrderType('BROKEN', 'halt', [
  defineLocalStep({
    code: 'A',
    action: 'test.break',
    effects: () => {
      throw new TypeError('no such field');
    },
  }),
]);
const oddTextType = testOrderType('ODD_TEXT', 'halt', [externalStep('A')]);

describe('an order with an internal error', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await createTestEngine({
      orderTypes: [twoCalls, brokenType, oddTextType],
      settings: { acquisitionLimit: 4 },
    });
  });
  afterAll(() => engine.close());

  async function place(orderType: TestOrderType): Promise<{ orderId: string; keys: string[] }> {
    const line = await anActiveLine(engine.db);
    const { orderId } = await placeOrder(engine.deps, {
      orderType,
      caller: aCallerOf({ id: line.brokerId }),
      lineId: line.id,
      correlationId: '',
    });
    return { orderId, keys: (await engine.find(orderId)).steps.map(({ id }) => `${id}:execute`) };
  }

  /** The time from the last change of the order until it is due. */
  async function findDueInMs(orderId: string): Promise<number> {
    const { rows } = await engine.db.pool.query(
      'SELECT extract(epoch FROM due_at - updated_at) * 1000 AS ms FROM orders WHERE id = $1',
      [orderId],
    );
    return Number(rows[0].ms);
  }

  it.each([0, 1])('in step %i has the error in that step and is due again before its lease expires', async (at) => {
    const { orderId, keys } = await place(twoCalls);
    engine.network.failNext(keys[at] as string, 'bug');
    await expect(engine.advanceOrder({ orderId, epoch: 0 })).rejects.toThrow('a programming error');

    const { steps, status } = await engine.find(orderId);
    expect(status).toBe('IN_PROGRESS');
    expect(steps[at]).toMatchObject({
      status: 'RUNNING',
      error: { code: 'internal-error', detail: expect.not.stringContaining('a programming error') },
    });
    expect(await findDueInMs(orderId)).toBeLessThan(2_500);
    engine.wakeUps.length = 0;
    expect(await engine.runUntilSettled(orderId)).toMatchObject({
      status: 'COMPLETED',
      steps: [{ attempt: 1 }, { attempt: 1 }],
    });
  });

  it('waits longer each time', async () => {
    const { orderId, keys } = await place(twoCalls);
    engine.network.failNext(keys[0] as string, 'bug', 3);
    const waits: number[] = [];
    for (let take = 0; take < 3; take += 1) {
      const wakeUp = engine.wakeUps.findLast((one) => one.orderId === orderId);
      await engine.advanceOrder(wakeUp ?? { orderId, epoch: 0 }).catch(() => {});
      waits.push(Math.round((await findDueInMs(orderId)) / 1_000));
      await engine.expireWaits(orderId);
    }
    expect(waits).toEqual([1, 2, 4]);
  });

  it('ends as poison if it can never start, with an event', async () => {
    const { orderId } = await place(brokenType);
    for (let take = 0; take < 4; take += 1) {
      const wakeUp = engine.wakeUps.findLast((one) => one.orderId === orderId);
      await expect(engine.advanceOrder(wakeUp ?? { orderId, epoch: 0 })).rejects.toThrow('no such field');
      await engine.expireWaits(orderId);
    }
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'FAILED', steps: [{ status: 'PENDING' }] });
    expect(await engine.db.prisma.event.findMany({ where: { orderId, type: 'order.dead_lettered' } })).toMatchObject([
      { details: { error: { code: 'poison' } } },
    ]);
  });

  it('ends as poison with the last error in its step, and continues after a fix and a retry', async () => {
    const { orderId, keys } = await place(twoCalls);
    engine.network.failNext(keys[1] as string, 'bug', 99);
    await expect(engine.runUntilSettled(orderId)).rejects.toThrow('a programming error');
    for (let take = 0; take < 4; take += 1) {
      await engine.expireWaits(orderId);
      await engine.handleWakeUps().catch(() => {});
    }
    expect(await engine.runUntilSettled(orderId)).toMatchObject({
      status: 'FAILED',
      steps: [
        { status: 'SUCCESS' },
        { status: 'FAILED', error: { code: 'poison', lastError: { code: 'internal-error' } } },
      ],
    });

    engine.network.clearFailures();
    await retryOrder(engine.deps, { caller: anOperator(), orderId });
    expect(await engine.runUntilSettled(orderId)).toMatchObject({
      status: 'COMPLETED',
      failure: null,
      steps: [{ attempt: 1 }, { attempt: 2, error: null }],
    });
  });

  it('is not caused by the text of another system: text that the database cannot store is sanitized', async () => {
    const { orderId, keys } = await place(oddTextType);
    engine.network.failNext(keys[0] as string, { code: 'od\u0000d', detail: `a\u0000b\uD800${'x'.repeat(10_000)}` });
    const { status, steps } = await engine.runUntilSettled(orderId);
    expect(status).toBe('FAILED');
    expect(steps[0]?.error).toMatchObject({ code: 'od\uFFFDd', detail: expect.stringMatching(/^a\uFFFDb\uFFFDx+…$/) });
  });
});
