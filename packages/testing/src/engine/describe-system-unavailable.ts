import { cancelOrder } from '@linework/engine/commands/cancel-order';
import { retryOrder } from '@linework/engine/commands/retry-order';
import { describe, expect, it } from 'vitest';
import { anOperator } from '../callers.ts';
import { expectedLineStatus, isPastPointOfNoReturnAt, listCallPositions } from './expected-outcomes.ts';
import { listAllAttempts } from './list-all-attempts.ts';
import { aPlacedOrder, findLineStatus, type PlacedTestOrder } from './placed-order.ts';
import type { TestEngine, TestOrderType } from './test-engine.ts';

const caller = anOperator();
/** More than the attempts of a step and than the acquisition limit of an order. */
const wakeUpCount = 9;
const unlimitedTimes = 10_000;

/** Tests an order whose system is unavailable, at each step that calls a system. No call arrives twice. */
export function describeSystemUnavailable(orderType: TestOrderType, getEngine: () => TestEngine): void {
  const getKey = ({ keys }: PlacedTestOrder, position: number, kind: 'execute' | 'undo') =>
    keys[position]?.[kind] as string;
  const countCalls = (key: string) => getEngine().network.calls.filter((call) => call.key === key).length;

  /** Wakes the order up this often, each time when it is due. */
  async function wakeUpRepeatedly({ orderId }: PlacedTestOrder, times = wakeUpCount): Promise<void> {
    for (let at = 0; at < times; at += 1) {
      await getEngine().handleWakeUps();
      await getEngine().expireWaits(orderId);
    }
    await getEngine().handleWakeUps();
  }

  async function anOrderUnavailableAt(position: number): Promise<PlacedTestOrder> {
    const order = await aPlacedOrder(orderType, getEngine());
    getEngine().network.failNext(getKey(order, position, 'execute'), 'unavailable', unlimitedTimes);
    await wakeUpRepeatedly(order);
    return order;
  }

  /** Makes the order look as if it had waited for an hour. */
  const ageWaitByAnHour = ({ orderId }: PlacedTestOrder) =>
    getEngine().db.pool.query(
      "UPDATE orders SET unavailable_since = unavailable_since - interval '1 hour' WHERE id = $1",
      [orderId],
    );

  describe.each(listCallPositions(orderType))('whose step %i finds its system unavailable', (position) => {
    it('waits, shows it, and continues without using up an attempt', async () => {
      const order = await anOrderUnavailableAt(position);
      expect(countCalls(getKey(order, position, 'execute'))).toBeGreaterThan(wakeUpCount);
      const { status, steps } = await getEngine().find(order.orderId);
      const error = {
        code: 'system-unavailable',
        cause: 'unreachable',
        detail: expect.stringContaining('waits'),
        since: expect.stringMatching(/Z$/),
      };
      expect({ status, step: steps[position] }).toMatchObject({
        status: 'IN_PROGRESS',
        step: { status: 'PENDING', attempt: 0, error },
      });
      expect(
        (await listAllAttempts(getEngine().db, order.orderId)).filter(
          ({ attempt, stepId }) => attempt && stepId.endsWith(`-${position + 1}`),
        ),
      ).toEqual([]);

      getEngine().network.clearFailures();
      const end = await getEngine().runUntilSettled(order.orderId);
      expect({ status: end.status, step: end.steps[position] }).toMatchObject({
        status: 'COMPLETED',
        step: { attempt: 1, error: null },
      });
    });

    it('is not read while the workers know that the system is unavailable', async () => {
      const order = await anOrderUnavailableAt(position);
      const before = countCalls(getKey(order, position, 'execute'));
      getEngine().setUnavailable(true);
      await wakeUpRepeatedly(order);
      getEngine().setUnavailable(false);
      expect(countCalls(getKey(order, position, 'execute'))).toBe(before);
      getEngine().network.clearFailures();
      expect(await getEngine().runUntilSettled(order.orderId)).toMatchObject({ status: 'COMPLETED' });
    });

    // A call that never arrived has not started the step, so the point of no return is not passed.
    const statusAfterWait =
      orderType.onFailure === 'rollback' && !isPastPointOfNoReturnAt(orderType, position - 1)
        ? 'ROLLED_BACK'
        : 'FAILED';
    it(`for too long ends ${statusAfterWait}, by the clock of the database`, async () => {
      const order = await anOrderUnavailableAt(position);
      await ageWaitByAnHour(order);
      getEngine().setUnavailable(true);
      const end = await getEngine().runUntilSettled(order.orderId);
      getEngine().setUnavailable(false);
      expect(end.status).toBe(statusAfterWait);
      expect(end.steps[position]).toMatchObject({
        status: statusAfterWait === 'FAILED' ? 'FAILED' : 'SKIPPED',
        error: { code: 'system-unavailable', since: expect.any(String) },
      });
      expect(countCalls(getKey(order, position, 'undo'))).toBe(0);
      if (end.status !== 'FAILED') return;
      await retryOrder(getEngine().deps, { caller, orderId: order.orderId });
      await wakeUpRepeatedly(order);
      expect(await getEngine().find(order.orderId)).toMatchObject({ status: 'IN_PROGRESS' });
      getEngine().network.clearFailures();
      expect(await getEngine().runUntilSettled(order.orderId)).toMatchObject({ status: 'COMPLETED' });
    });

    if (isPastPointOfNoReturnAt(orderType, position - 1)) return;

    it('is cancelled without an undo of a call that never arrived', async () => {
      const order = await anOrderUnavailableAt(position);
      await cancelOrder(getEngine().deps, { caller, orderId: order.orderId, reason: 'any' });
      expect(await getEngine().runUntilSettled(order.orderId)).toMatchObject({ status: 'CANCELLED' });
      expect(countCalls(getKey(order, position, 'undo'))).toBe(0);
      expect(await findLineStatus(getEngine(), order)).toBe(expectedLineStatus(orderType, order, 'CANCELLED'));
    });

    it('is cancelled during the call, likewise without an undo', async () => {
      const order = await aPlacedOrder(orderType, getEngine());
      const heldCall = getEngine().network.hold(getKey(order, position, 'execute'));
      getEngine().network.failNext(getKey(order, position, 'execute'), 'unavailable');
      const worker = getEngine().handleWakeUps();
      const advancing = getEngine().advanceOrder({ orderId: order.orderId, epoch: 0 });
      await heldCall.arrived;
      const isPast = isPastPointOfNoReturnAt(orderType, position);
      const cancel = cancelOrder(getEngine().deps, { caller, orderId: order.orderId, reason: 'any' });
      if (isPast) await expect(cancel).rejects.toMatchObject({ code: 'past-point-of-no-return' });
      else await cancel;
      heldCall.release();
      await Promise.all([worker, advancing]);
      expect(await getEngine().runUntilSettled(order.orderId)).toMatchObject({
        status: isPast ? 'COMPLETED' : 'CANCELLED',
      });
      expect(countCalls(getKey(order, position, 'undo'))).toBe(0);
    });

    if (isPastPointOfNoReturnAt(orderType, position) || !('undo' in (orderType.steps[position] ?? {}))) return;

    it('only during the undo waits, and fails only after the time limit', async () => {
      const order = await aPlacedOrder(orderType, getEngine());
      const heldCall = getEngine().network.hold(getKey(order, position, 'execute'));
      const advancing = getEngine().advanceOrder({ orderId: order.orderId, epoch: 0 });
      await heldCall.arrived;
      await cancelOrder(getEngine().deps, { caller, orderId: order.orderId, reason: 'any' });
      getEngine().network.failNext(getKey(order, position, 'undo'), 'unavailable', unlimitedTimes);
      heldCall.release();
      await advancing;
      await wakeUpRepeatedly(order);
      expect((await getEngine().find(order.orderId)).steps[position]).toMatchObject({
        status: 'ROLLING_BACK',
        error: { code: 'system-unavailable' },
      });
      const undos = (await listAllAttempts(getEngine().db, order.orderId)).filter(({ kind }) => kind === 'undo');
      expect(undos).toMatchObject([{ attempt: 1, outcome: 'unavailable' }]);
      expect(undos[0]).not.toHaveProperty('workersLost');
      await ageWaitByAnHour(order);
      expect(await getEngine().runUntilSettled(order.orderId)).toMatchObject({ status: 'CANCEL_FAILED' });
      getEngine().network.clearFailures();
      await retryOrder(getEngine().deps, { caller, orderId: order.orderId });
      expect(await getEngine().runUntilSettled(order.orderId)).toMatchObject({ status: 'CANCELLED' });
    });
  });
}
