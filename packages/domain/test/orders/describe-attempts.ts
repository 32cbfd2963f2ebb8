import { anOperator } from '@linework/testing/callers';
import { describe, expect, it } from 'vitest';
import { cancelOrder } from '../../src/orders/cancel-order.ts';
import { listOrderAttempts } from '../../src/orders/list-order-attempts.ts';
import type { OrderType } from '../../src/orders/order-type.ts';
import { retryOrder } from '../../src/orders/retry-order.ts';
import { callsOf, endOfFailure, noReturnAt } from './expected.ts';
import { anOrderOf, type OrderOnLine } from './order-on-line.ts';
import type { TestEngine } from './test-engine.ts';

const caller = anOperator();

/** Every attempt of every step is told of, and an order without trouble leaves no note of any. */
export function describeAttempts(orderType: OrderType, given: () => TestEngine): void {
  const calls = callsOf(orderType);

  /** Of one step: how each attempt ended, oldest first. */
  async function attemptsAt({ orderId }: OrderOnLine, position: number) {
    const attempts = await listOrderAttempts(given().db, { caller, orderId });
    return attempts.filter(({ stepId }) => stepId === `${orderId}-${position + 1}`);
  }

  async function expectCounted({ orderId }: OrderOnLine): Promise<void> {
    const attempts = await listOrderAttempts(given().db, { caller, orderId });
    for (const { id, attempt } of (await given().find(orderId)).steps) {
      const ofStep = attempts.filter(({ stepId, kind }) => stepId === id && kind === 'execute');
      expect(ofStep.map((one) => one.attempt)).toEqual(Array.from({ length: attempt }, (_, before) => before + 1));
    }
  }

  it('keeps no row of attempts that go well, and tells of them all the same', async () => {
    const order = await anOrderOf(orderType, given());
    expect(await listOrderAttempts(given().db, { caller, orderId: order.orderId })).toEqual([]);
    await given().carryOut(order.orderId);
    expect(await given().db.prisma.orderAttempt.count({ where: { orderId: order.orderId } })).toBe(0);
    const attempts = await listOrderAttempts(given().db, { caller, orderId: order.orderId });
    expect(attempts.map(({ stepId, kind, attempt, outcome, endedAt }) => [stepId, kind, attempt, outcome, typeof endedAt])).toEqual(
      orderType.steps.map((_, at) => [`${order.orderId}-${at + 1}`, 'execute', 1, 'done', 'string']),
    );
  });

  describe.each(calls)('whose step %i has trouble', (position) => {
    it('tells of each attempt that failed in passing, and of the one that did not', async () => {
      const order = await anOrderOf(orderType, given());
      given().network.trouble(order.keys[position]?.execute as string, 'passing');
      await given().carryOut(order.orderId);
      const attempts = await attemptsAt(order, position);
      expect(attempts).toMatchObject([
        { kind: 'execute', attempt: 1, outcome: 'passing', error: { code: 'unavailable' }, endedAt: expect.any(String) },
        { kind: 'execute', attempt: 2, outcome: 'done' },
      ]);
      expect(attempts[1]).not.toHaveProperty('error');
      await expectCounted(order);
    });

    it('tells of an attempt under way, and of the worker that was lost in it', async () => {
      const order = await anOrderOf(orderType, given());
      const held = given().network.hold(order.keys[position]?.execute as string);
      const lost = given().advanceOrder({ orderId: order.orderId, run: 0 });
      await held.arrived;
      const [running] = await attemptsAt(order, position);
      expect(running).toMatchObject({ attempt: 1, outcome: 'running' });
      expect(running).not.toHaveProperty('endedAt');
      await given().letTimePass(order.orderId);
      await given().carryOut(order.orderId);
      held.release();
      await lost;
      expect(await attemptsAt(order, position)).toMatchObject([{ attempt: 1, outcome: 'done', workersLost: 1 }]);
      await expectCounted(order);
    });

    if (endOfFailure(orderType, position) === 'FAILED') {
      it('tells of the attempt before a retry as of that after it', async () => {
        const order = await anOrderOf(orderType, given());
        given().network.trouble(order.keys[position]?.execute as string, 'refusal');
        await given().carryOut(order.orderId);
        expect(await attemptsAt(order, position)).toMatchObject([{ attempt: 1, outcome: 'refused' }]);
        await retryOrder(given().deps, { caller, orderId: order.orderId });
        await given().carryOut(order.orderId);
        expect(await attemptsAt(order, position)).toMatchObject([
          { attempt: 1, outcome: 'refused', error: { code: 'unknown-subscriber' } },
          { attempt: 2, outcome: 'done' },
        ]);
        await expectCounted(order);
      });
    }

    if (!noReturnAt(orderType, position)) {
      it('tells of the attempts to undo it, and of the lost attempt that they undo', async () => {
        const order = await anOrderOf(orderType, given());
        const held = given().network.hold(order.keys[position]?.execute as string);
        const lost = given().advanceOrder({ orderId: order.orderId, run: 0 });
        await held.arrived;
        given().network.trouble(order.keys[position]?.undo as string, 'passing');
        await cancelOrder(given().deps, { caller, orderId: order.orderId, reason: 'any' });
        await given().letTimePass(order.orderId);
        await given().carryOut(order.orderId);
        held.release();
        await lost;
        const isUndone = 'undo' in (orderType.steps[position] ?? {});
        expect((await attemptsAt(order, position)).map(({ kind, attempt, outcome }) => [kind, attempt, outcome])).toEqual([
          ['execute', 1, 'lost'],
          ...(isUndone ? [['undo', 1, 'passing']] : []),
          ['undo', isUndone ? 2 : 1, 'done'],
        ]);
        await expectCounted(order);
      });
    }
  });
}
