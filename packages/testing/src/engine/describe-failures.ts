import { retryOrder } from '@linework/engine/commands/retry-order';
import { rollbackOrder } from '@linework/engine/commands/rollback-order';
import { describe, expect, it } from 'vitest';
import { anOperator } from '../callers.ts';
import {
  expectedFailureStatus,
  expectedLineStatus,
  expectedUndoKeys,
  isPastPointOfNoReturnAt,
  listCallPositions,
} from './expected-outcomes.ts';
import { aPlacedOrder, findLineStatus, type PlacedTestOrder } from './placed-order.ts';
import type { TestEngine, TestOrderType } from './test-engine.ts';

const caller = anOperator();

/** Tests transient and permanent errors at each step that calls a system. */
export function describeFailures(orderType: TestOrderType, getEngine: () => TestEngine): void {
  const callPositions = listCallPositions(orderType);

  async function anOrderFailedAt(position: number): Promise<PlacedTestOrder> {
    const order = await aPlacedOrder(orderType, getEngine());
    getEngine().network.failNext(order.keys[position]?.execute as string, 'permanent');
    await getEngine().runUntilSettled(order.orderId);
    return order;
  }

  const listCalledUndos = ({ keys }: PlacedTestOrder) =>
    getEngine()
      .network.calls.map(({ key }) => key)
      .filter((key) => keys.some(({ undo }) => undo === key));

  /** Rolls the order back: its type does so itself, or a request is needed. */
  async function rollBack(order: PlacedTestOrder) {
    const { status } = await getEngine().runUntilSettled(order.orderId);
    if (status === 'FAILED') await rollbackOrder(getEngine().deps, { caller, orderId: order.orderId });
    return getEngine().runUntilSettled(order.orderId);
  }

  describe.each(callPositions)('whose step %i fails', (position) => {
    it.each(['transient', 'transient-after'] as const)('with a transient error (%s) retries it', async (fault) => {
      const engine = getEngine();
      const order = await aPlacedOrder(orderType, engine);
      engine.network.failNext(order.keys[position]?.execute as string, fault);
      const { status, steps } = await engine.runUntilSettled(order.orderId);
      expect(status).toBe('COMPLETED');
      expect(steps[position]).toMatchObject({ status: 'SUCCESS', attempt: 2, error: null });
    });

    it('with an unavailable system that may have been reached counts the attempt and grants another', async () => {
      const engine = getEngine();
      const order = await aPlacedOrder(orderType, engine);
      engine.network.failNext(order.keys[position]?.execute as string, 'unavailable-after', 7);
      const { status, steps } = await engine.runUntilSettled(order.orderId);
      expect({ status, attempt: steps[position]?.attempt }).toEqual({ status: 'COMPLETED', attempt: 8 });
    });

    it('with too many transient errors fails', async () => {
      const engine = getEngine();
      const order = await aPlacedOrder(orderType, engine);
      engine.network.failNext(order.keys[position]?.execute as string, 'transient', 99);
      const { status, steps } = await engine.runUntilSettled(order.orderId);
      expect(status).toBe(expectedFailureStatus(orderType, position));
      expect(steps[position]?.attempt).toBe(orderType.steps[position]?.retry?.attempts ?? 5);
    });

    it(`permanently ends ${expectedFailureStatus(orderType, position)} with the error of the step`, async () => {
      const engine = getEngine();
      const order = await anOrderFailedAt(position);
      const end = expectedFailureStatus(orderType, position);
      const { status, steps, failure } = await engine.find(order.orderId);

      const stopped =
        end === 'FAILED'
          ? { before: 'SUCCESS', at: 'FAILED', after: 'PENDING' }
          : { before: 'ROLLED_BACK', at: 'SKIPPED', after: 'SKIPPED' };
      expect(status).toBe(end);
      expect(steps.map((step) => step.status)).toEqual(
        orderType.steps.map((_, at) => (at < position ? stopped.before : at === position ? stopped.at : stopped.after)),
      );
      expect(steps[position]?.error).toMatchObject({ code: 'unknown-subscriber' });
      expect(failure?.pendingSteps.map(({ id }) => id)).toEqual(
        end === 'FAILED' ? steps.slice(position).map(({ id }) => id) : undefined,
      );
      expect(await findLineStatus(engine, order)).toBe(expectedLineStatus(orderType, order, end));
    });

    if (!isPastPointOfNoReturnAt(orderType, position)) {
      it('permanently after an attempt with an unknown outcome still undoes the step', async () => {
        const order = await aPlacedOrder(orderType, getEngine());
        getEngine().network.failNext(order.keys[position]?.execute as string, 'transient-after');
        getEngine().network.failNext(order.keys[position]?.execute as string, 'permanent');
        const { status, steps } = await rollBack(order);
        expect({ status, step: steps[position]?.status }).toEqual({ status: 'ROLLED_BACK', step: 'ROLLED_BACK' });
        expect(listCalledUndos(order)).toEqual(expectedUndoKeys(orderType, order, position));
      });

      it('permanently after a worker was lost in it still undoes the step', async () => {
        const order = await aPlacedOrder(orderType, getEngine());
        const held = getEngine().network.hold(order.keys[position]?.execute as string);
        const lost = getEngine().advanceOrder({ orderId: order.orderId, epoch: 0 });
        await held.arrived;
        getEngine().network.failNext(order.keys[position]?.execute as string, 'permanent', 99);
        await getEngine().expireWaits(order.orderId);
        const { status, steps } = await rollBack(order);
        expect({ status, step: steps[position]?.status }).toEqual({ status: 'ROLLED_BACK', step: 'ROLLED_BACK' });
        expect(listCalledUndos(order)).toEqual(expectedUndoKeys(orderType, order, position));
        held.release();
        await lost;
      });
    }

    if (expectedFailureStatus(orderType, position) === 'ROLLED_BACK') {
      it('permanently undoes the executed steps, newest first, but not the refused one', async () => {
        const order = await anOrderFailedAt(position);
        expect(listCalledUndos(order)).toEqual(expectedUndoKeys(orderType, order, position - 1));
      });
      return;
    }

    it('permanently continues from that step after a retry', async () => {
      const engine = getEngine();
      const order = await anOrderFailedAt(position);
      expect(await retryOrder(engine.deps, { caller, orderId: order.orderId })).toMatchObject({
        status: 'IN_PROGRESS',
        failure: null,
      });
      const { status, steps } = await engine.runUntilSettled(order.orderId);
      expect({ status, attempts: steps.map(({ attempt }) => attempt) }).toEqual({
        status: 'COMPLETED',
        attempts: orderType.steps.map((_, at) => (at === position ? 2 : 1)),
      });
      expect(await findLineStatus(engine, order)).toBe(expectedLineStatus(orderType, order, 'COMPLETED'));
    });

    it('again after a retry has had the full number of attempts', async () => {
      const engine = getEngine();
      const order = await anOrderFailedAt(position);
      const attempts = orderType.steps[position]?.retry?.attempts ?? 5;
      engine.network.failNext(order.keys[position]?.execute as string, 'transient', attempts);
      await retryOrder(engine.deps, { caller, orderId: order.orderId });
      const { status, steps } = await engine.runUntilSettled(order.orderId);
      expect({ status, attempt: steps[position]?.attempt }).toEqual({ status: 'FAILED', attempt: attempts + 1 });
    });

    it(
      isPastPointOfNoReturnAt(orderType, position)
        ? 'permanently can no longer be rolled back'
        : 'permanently can be rolled back',
      async () => {
        const engine = getEngine();
        const order = await anOrderFailedAt(position);
        const rollback = rollbackOrder(engine.deps, { caller, orderId: order.orderId });
        if (isPastPointOfNoReturnAt(orderType, position)) {
          await expect(rollback).rejects.toMatchObject({ code: 'past-point-of-no-return', status: 409 });
          expect(await engine.find(order.orderId)).toMatchObject({ status: 'FAILED' });
          return;
        }
        expect(await rollback).toMatchObject({ status: 'ROLLING_BACK' });
        const { status, steps } = await engine.runUntilSettled(order.orderId);
        expect({ status, step: steps[position]?.status }).toEqual({ status: 'ROLLED_BACK', step: 'SKIPPED' });
        expect(listCalledUndos(order)).toEqual(expectedUndoKeys(orderType, order, position - 1));
        expect(await findLineStatus(engine, order)).toBe(expectedLineStatus(orderType, order, 'ROLLED_BACK'));
      },
    );
  });
}
