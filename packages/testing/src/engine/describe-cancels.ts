import { cancelOrder } from '@linework/engine/commands/cancel-order';
import { retryOrder } from '@linework/engine/commands/retry-order';
import { describe, expect, it } from 'vitest';
import { anOperator } from '../callers.ts';
import {
  expectedLineStatus,
  expectedUndoKeys,
  isPastPointOfNoReturnAt,
  listCallPositions,
} from './expected-outcomes.ts';
import { aPlacedOrder, findLineStatus, type PlacedTestOrder, readAllRecords } from './placed-order.ts';
import type { TestEngine, TestOrderType } from './test-engine.ts';

const caller = anOperator();
const reason = 'changed my mind';

/** Tests a cancel at each step, and undo steps that fail. */
export function describeCancels(orderType: TestOrderType, getEngine: () => TestEngine): void {
  const callPositions = listCallPositions(orderType);
  const cancel = ({ orderId }: PlacedTestOrder) => cancelOrder(getEngine().deps, { caller, orderId, reason });

  /** An order with a worker in the middle of a call. */
  async function anOrderInCall(position: number) {
    const order = await aPlacedOrder(orderType, getEngine());
    const held = getEngine().network.hold(order.keys[position]?.execute as string);
    const worker = getEngine().advanceOrder({ orderId: order.orderId, epoch: 0 });
    await held.arrived;
    return { order, held, worker };
  }

  it('is cancelled immediately if no step has started', async () => {
    const order = await aPlacedOrder(orderType, getEngine());
    expect(await cancel(order)).toMatchObject({
      status: 'CANCELLED',
      cancellationReason: reason,
      steps: orderType.steps.map(() => ({ status: 'SKIPPED' })),
    });
    expect(await findLineStatus(getEngine(), order)).toBe(expectedLineStatus(orderType, order, 'CANCELLED'));
    await getEngine().handleWakeUps();
    expect(getEngine().network.calls.some(({ key }) => order.keys.some(({ execute }) => execute === key))).toBe(false);
  });

  describe.each(callPositions.filter((position) => !isPastPointOfNoReturnAt(orderType, position)))(
    'that is cancelled at step %i',
    (position) => {
      async function expectCancelled(order: PlacedTestOrder, isRefused = false): Promise<void> {
        const { status, steps, cancellationReason, failure } = await getEngine().runUntilSettled(order.orderId);
        expect({ status, cancellationReason, failure }).toEqual({
          status: 'CANCELLED',
          cancellationReason: reason,
          failure: null,
        });
        expect(steps.map((step) => step.status)).toEqual(
          orderType.steps.map((_, at) =>
            at < position || (at === position && !isRefused) ? 'ROLLED_BACK' : 'SKIPPED',
          ),
        );
        const undone = getEngine()
          .network.effects.map(({ key }) => key)
          .filter((key) => order.keys.some(({ undo }) => undo === key));
        // A network without idempotency keys acts on every repeated call.
        expect([...new Set(undone)]).toEqual(expectedUndoKeys(orderType, order, isRefused ? position - 1 : position));
        expect(await findLineStatus(getEngine(), order)).toBe(expectedLineStatus(orderType, order, 'CANCELLED'));
      }

      it.each(['done', 'transient', 'transient-after', 'permanent'] as const)(
        'during its call is compensated after the call ends (%s)',
        async (outcome) => {
          const { order, held, worker } = await anOrderInCall(position);
          if (outcome !== 'done') getEngine().network.failNext(order.keys[position]?.execute as string, outcome);
          expect(await cancel(order)).toMatchObject({ status: 'CANCELLING' });
          await getEngine().handleWakeUps();
          expect(getEngine().network.calls.some(({ key }) => order.keys.some(({ undo }) => undo === key))).toBe(false);
          held.release();
          await worker;
          await expectCancelled(order, outcome === 'permanent');
        },
      );

      it('between two attempts is compensated immediately', async () => {
        const order = await aPlacedOrder(orderType, getEngine());
        getEngine().network.failNext(order.keys[position]?.execute as string, 'transient-after');
        await getEngine().handleWakeUps();
        getEngine().wakeUps.length = 0;
        await cancel(order);
        await getEngine().handleWakeUps();
        await expectCancelled(order);
      });

      it('after its worker was lost in the call is compensated when the lease expires', async () => {
        const { order, held, worker } = await anOrderInCall(position);
        await cancel(order);
        await getEngine().expireWaits(order.orderId);
        await expectCancelled(order);
        const before = await readAllRecords(getEngine(), order);
        held.release();
        await worker;
        expect(await readAllRecords(getEngine(), order)).toEqual(before);
      });

      // A step without an undo has no call that could fail.
      if (!('undo' in (orderType.steps[position] ?? {}))) return;

      it('retries an undo with a transient error', async () => {
        const { order, held, worker } = await anOrderInCall(position);
        getEngine().network.failNext(order.keys[position]?.undo as string, 'transient-after', 2);
        await cancel(order);
        held.release();
        await worker;
        await expectCancelled(order);
      });

      it.each(['permanent', 'transient'] as const)(
        'undoes every other step when an undo fails (%s), and the failed one after a retry',
        async (fault) => {
          const { order, held, worker } = await anOrderInCall(position);
          getEngine().network.failNext(order.keys[position]?.undo as string, fault, 99);
          await cancel(order);
          held.release();
          await worker;
          const { status, steps, failure } = await getEngine().runUntilSettled(order.orderId);
          expect(status).toBe('CANCEL_FAILED');
          expect(failure).not.toBeNull();
          expect(steps.map((step) => step.status)).toEqual(
            orderType.steps.map((_, at) =>
              at < position ? 'ROLLED_BACK' : at === position ? 'ROLLBACK_FAILED' : 'SKIPPED',
            ),
          );
          expect(await findLineStatus(getEngine(), order)).toBe(expectedLineStatus(orderType, order, 'CANCEL_FAILED'));

          getEngine().network.clearFailures();
          expect(await retryOrder(getEngine().deps, { caller, orderId: order.orderId })).toMatchObject({
            status: 'CANCELLING',
            failure: null,
          });
          expect(await getEngine().runUntilSettled(order.orderId)).toMatchObject({
            status: 'CANCELLED',
            failure: null,
          });
          expect(await findLineStatus(getEngine(), order)).toBe(expectedLineStatus(orderType, order, 'CANCELLED'));
        },
      );
    },
  );

  describe.each(callPositions.filter((position) => isPastPointOfNoReturnAt(orderType, position)))(
    'that has reached step %i, after the point of no return',
    (position) => {
      it('cannot be cancelled any more', async () => {
        const { order, held, worker } = await anOrderInCall(position);
        await expect(cancel(order)).rejects.toMatchObject({ code: 'past-point-of-no-return', status: 409 });
        held.release();
        await worker;
        expect(await getEngine().runUntilSettled(order.orderId)).toMatchObject({
          status: 'COMPLETED',
          cancellationReason: null,
        });
      });
    },
  );

  it('cannot be cancelled after it has completed', async () => {
    const order = await aPlacedOrder(orderType, getEngine());
    await getEngine().runUntilSettled(order.orderId);
    await expect(cancel(order)).rejects.toMatchObject({
      name: 'invalid-status-transition',
      status: 409,
      members: { currentStatus: 'COMPLETED', requested: 'cancel', allowed: [] },
    });
  });
}
