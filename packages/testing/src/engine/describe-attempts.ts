import { cancelOrder } from '@linework/engine/commands/cancel-order';
import { retryOrder } from '@linework/engine/commands/retry-order';
import { describe, expect, it } from 'vitest';
import { anOperator } from '../callers.ts';
import { expectedFailureStatus, isPastPointOfNoReturnAt, listCallPositions } from './expected-outcomes.ts';
import { listAllAttempts } from './list-all-attempts.ts';
import { aPlacedOrder, type PlacedTestOrder } from './placed-order.ts';
import type { TestEngine, TestOrderType } from './test-engine.ts';

const caller = anOperator();

/** Tests that every attempt of every step is listed and that an order without failures writes no attempt record. */
export function describeAttempts(orderType: TestOrderType, getEngine: () => TestEngine): void {
  const callPositions = listCallPositions(orderType);

  /** The attempts of one step, oldest first. */
  async function listAttemptsAt({ orderId }: PlacedTestOrder, position: number) {
    const attempts = await listAllAttempts(getEngine().db, orderId);
    return attempts.filter(({ stepId }) => stepId === `${orderId}-${position + 1}`);
  }

  async function expectCounted({ orderId }: PlacedTestOrder): Promise<void> {
    const attempts = await listAllAttempts(getEngine().db, orderId);
    for (const { id, attempt } of (await getEngine().find(orderId)).steps) {
      const ofStep = attempts.filter(({ stepId, kind }) => stepId === id && kind === 'execute');
      expect(ofStep.map((one) => one.attempt)).toEqual(Array.from({ length: attempt }, (_, before) => before + 1));
    }
  }

  it('stores no row for successful attempts but lists them', async () => {
    const order = await aPlacedOrder(orderType, getEngine());
    expect(await listAllAttempts(getEngine().db, order.orderId)).toEqual([]);
    await getEngine().runUntilSettled(order.orderId);
    expect(await getEngine().db.prisma.orderAttempt.count({ where: { orderId: order.orderId } })).toBe(0);
    const attempts = await listAllAttempts(getEngine().db, order.orderId);
    expect(
      attempts.map(({ stepId, kind, attempt, outcome, endedAt }) => [stepId, kind, attempt, outcome, typeof endedAt]),
    ).toEqual(orderType.steps.map((_, at) => [`${order.orderId}-${at + 1}`, 'execute', 1, 'done', 'string']));
  });

  describe.each(callPositions)('whose step %i fails', (position) => {
    it('lists each attempt with a transient error, and the successful one', async () => {
      const order = await aPlacedOrder(orderType, getEngine());
      getEngine().network.failNext(order.keys[position]?.execute as string, 'transient');
      await getEngine().runUntilSettled(order.orderId);
      const attempts = await listAttemptsAt(order, position);
      expect(attempts).toMatchObject([
        {
          kind: 'execute',
          attempt: 1,
          outcome: 'transient',
          error: { code: 'unavailable' },
          endedAt: expect.any(String),
        },
        { kind: 'execute', attempt: 2, outcome: 'done' },
      ]);
      expect(attempts[1]).not.toHaveProperty('error');
      await expectCounted(order);
    });

    it('lists a running attempt and counts the worker that was lost in it', async () => {
      const order = await aPlacedOrder(orderType, getEngine());
      const heldCall = getEngine().network.hold(order.keys[position]?.execute as string);
      const lostWorker = getEngine().advanceOrder({ orderId: order.orderId, epoch: 0 });
      await heldCall.arrived;
      const [running] = await listAttemptsAt(order, position);
      expect(running).toMatchObject({ attempt: 1, outcome: 'running' });
      expect(running).not.toHaveProperty('endedAt');
      await getEngine().expireWaits(order.orderId);
      await getEngine().runUntilSettled(order.orderId);
      heldCall.release();
      await lostWorker;
      expect(await listAttemptsAt(order, position)).toMatchObject([{ attempt: 1, outcome: 'done', workersLost: 1 }]);
      await expectCounted(order);
    });

    if (expectedFailureStatus(orderType, position) === 'FAILED') {
      it('lists the attempts before and after a retry', async () => {
        const order = await aPlacedOrder(orderType, getEngine());
        getEngine().network.failNext(order.keys[position]?.execute as string, 'permanent');
        await getEngine().runUntilSettled(order.orderId);
        expect(await listAttemptsAt(order, position)).toMatchObject([{ attempt: 1, outcome: 'refused' }]);
        await retryOrder(getEngine().deps, { caller, orderId: order.orderId });
        await getEngine().runUntilSettled(order.orderId);
        expect(await listAttemptsAt(order, position)).toMatchObject([
          { attempt: 1, outcome: 'refused', error: { code: 'unknown-subscriber' } },
          { attempt: 2, outcome: 'done' },
        ]);
        await expectCounted(order);
      });
    }

    if (!isPastPointOfNoReturnAt(orderType, position)) {
      it('lists the undo attempts and the lost attempt that they undo', async () => {
        const order = await aPlacedOrder(orderType, getEngine());
        const heldCall = getEngine().network.hold(order.keys[position]?.execute as string);
        const lostWorker = getEngine().advanceOrder({ orderId: order.orderId, epoch: 0 });
        await heldCall.arrived;
        getEngine().network.failNext(order.keys[position]?.undo as string, 'transient');
        await cancelOrder(getEngine().deps, { caller, orderId: order.orderId, reason: 'any' });
        await getEngine().expireWaits(order.orderId);
        await getEngine().runUntilSettled(order.orderId);
        heldCall.release();
        await lostWorker;
        const isUndone = 'undo' in (orderType.steps[position] ?? {});
        expect(
          (await listAttemptsAt(order, position)).map(({ kind, attempt, outcome }) => [kind, attempt, outcome]),
        ).toEqual([
          ['execute', 1, 'lost'],
          ...(isUndone ? [['undo', 1, 'transient']] : []),
          ['undo', isUndone ? 2 : 1, 'done'],
        ]);
        await expectCounted(order);
      });
    }
  });
}
