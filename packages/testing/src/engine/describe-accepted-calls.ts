import { cancelOrder } from '@linework/engine/commands/cancel-order';
import { notifyOrder } from '@linework/engine/commands/notify-order';
import { describe, expect, it } from 'vitest';
import { anOperator } from '../callers.ts';
import { expectedLineStatus, isPastPointOfNoReturnAt, listCallPositions } from './expected-outcomes.ts';
import { listAllAttempts } from './list-all-attempts.ts';
import { aPlacedOrder, findLineStatus, type PlacedTestOrder } from './placed-order.ts';
import type { TestEngine, TestOrderType } from './test-engine.ts';

const caller = anOperator();

/** Tests an order whose system accepts a call and finishes it later, at each step that calls a system. */
export function describeAcceptedCalls(orderType: TestOrderType, getEngine: () => TestEngine): void {
  const getKey = ({ keys }: PlacedTestOrder, position: number, kind: 'execute' | 'undo') =>
    keys[position]?.[kind] as string;
  const countEffects = (key: string) => getEngine().network.effects.filter((effect) => effect.key === key).length;
  const countCalls = (key: string) => getEngine().network.calls.filter((call) => call.key === key).length;
  const countPolls = (key: string) => getEngine().network.polls.filter((poll) => poll === key).length;
  const passDeadline = ({ orderId }: PlacedTestOrder) =>
    getEngine().db.pool.query(
      "UPDATE order_step SET awaited_until = now() - interval '1 s' WHERE order_id = $1 AND awaited_until IS NOT NULL",
      [orderId],
    );

  /** An order whose call at this position was accepted; it has been polled once. */
  async function anAwaitingOrder(
    position: number,
    end: 'later' | 'never' | 'refused-later' = 'later',
  ): Promise<PlacedTestOrder> {
    const order = await aPlacedOrder(orderType, getEngine());
    getEngine().network.failNext(getKey(order, position, 'execute'), end);
    for (let turn = 0; countPolls(getKey(order, position, 'execute')) === 0; turn += 1) {
      if (turn === 20) throw new Error('the accepted call is not polled');
      await getEngine().handleWakeUps();
      if (countPolls(getKey(order, position, 'execute')) === 0) await getEngine().expireWaits(order.orderId);
    }
    return order;
  }

  describe.each(listCallPositions(orderType))('whose call of step %i is accepted', (position) => {
    it('holds no lease meanwhile, and shows it', async () => {
      const order = await anAwaitingOrder(position);
      const { rows } = await getEngine().db.pool.query(
        'SELECT epoch > acquired_epoch AS "isReleased", acquisitions FROM orders WHERE id = $1',
        [order.orderId],
      );
      expect(rows).toEqual([{ isReleased: true, acquisitions: 0 }]);
      expect((await getEngine().find(order.orderId)).steps[position]).toMatchObject({
        status: 'RUNNING',
        attempt: 1,
        error: null,
      });
      const attempts = await listAllAttempts(getEngine().db, order.orderId);
      expect(attempts.find(({ stepId }) => stepId.endsWith(`-${position + 1}`))).toMatchObject({
        kind: 'execute',
        attempt: 1,
        outcome: 'accepted',
      });
      await getEngine().runUntilSettled(order.orderId);
    });

    it('polls until it is done, in one attempt', async () => {
      const order = await anAwaitingOrder(position);
      const { status, steps } = await getEngine().runUntilSettled(order.orderId);
      expect({ status, step: steps[position] }).toMatchObject({
        status: 'COMPLETED',
        step: { status: 'SUCCESS', attempt: 1, error: null },
      });
      expect(countEffects(getKey(order, position, 'execute'))).toBeGreaterThan(0);
      expect(countPolls(getKey(order, position, 'execute'))).toBe(2);
    });

    it('polls at once after a notification', async () => {
      const order = await anAwaitingOrder(position);
      const deps = { db: getEngine().db, notify: getEngine().deps.notify };
      expect(await notifyOrder(deps, { resourceType: 'line', resourceId: order.line.id })).toBe(true);
      await getEngine().handleWakeUps();
      expect(countPolls(getKey(order, position, 'execute'))).toBe(2);
      await getEngine().runUntilSettled(order.orderId);
      expect(await notifyOrder(deps, { orderId: order.orderId })).toBe(false);
    });

    it('polls again after a poll that failed, without using up an attempt', async () => {
      const order = await anAwaitingOrder(position);
      getEngine().network.failPoll(getKey(order, position, 'execute'), 'transient', 9);
      const { status, steps } = await getEngine().runUntilSettled(order.orderId);
      expect({ status, attempt: steps[position]?.attempt }).toEqual({ status: 'COMPLETED', attempt: 1 });
    });

    it('waits for a system that is unavailable at the poll, even after the deadline', async () => {
      const order = await anAwaitingOrder(position);
      getEngine().network.failPoll(getKey(order, position, 'execute'), 'unavailable', 9);
      await passDeadline(order);
      const { status, steps } = await getEngine().runUntilSettled(order.orderId);
      expect({ status, attempt: steps[position]?.attempt }).toEqual({ status: 'COMPLETED', attempt: 1 });
    });

    it('calls again under the same key after the deadline, because the outcome is unknown', async () => {
      const order = await anAwaitingOrder(position, 'never');
      await passDeadline(order);
      const { status, steps } = await getEngine().runUntilSettled(order.orderId);
      expect({ status, attempt: steps[position]?.attempt }).toEqual({ status: 'COMPLETED', attempt: 2 });
      expect(countCalls(getKey(order, position, 'execute'))).toBe(2);
      const [first] = (await listAllAttempts(getEngine().db, order.orderId)).filter(({ stepId }) =>
        stepId.endsWith(`-${position + 1}`),
      );
      expect(first).toMatchObject({ attempt: 1, outcome: 'transient', error: { code: 'not-done-in-time' } });
    });

    it('keeps the deadline of the first acceptance', async () => {
      const order = await anAwaitingOrder(position, 'never');
      await passDeadline(order);
      getEngine().network.failPoll(getKey(order, position, 'execute'), 'unavailable', 1);
      await getEngine().expireWaits(order.orderId);
      await getEngine().handleWakeUps();
      const { rows } = await getEngine().db.pool.query(
        'SELECT awaited_until < now() AS "isOver" FROM order_step WHERE order_id = $1 AND awaited_until IS NOT NULL',
        [order.orderId],
      );
      expect(rows).toEqual([{ isOver: true }]);
      await getEngine().runUntilSettled(order.orderId);
    });

    it('is repeated when it is refused later, and refused only by that call', async () => {
      const order = await anAwaitingOrder(position, 'refused-later');
      getEngine().network.failNext(getKey(order, position, 'execute'), 'permanent');
      const { status, steps } = await getEngine().runUntilSettled(order.orderId);
      expect(['FAILED', 'ROLLED_BACK']).toContain(status);
      expect(steps[position]).toMatchObject({ status: status === 'FAILED' ? 'FAILED' : 'SKIPPED', attempt: 1 });
      expect(countCalls(getKey(order, position, 'undo'))).toBe(0);
    });

    it('is polled by another worker when one is lost in a poll', async () => {
      const order = await anAwaitingOrder(position);
      getEngine().network.failPoll(getKey(order, position, 'execute'), 'bug');
      await getEngine().expireWaits(order.orderId);
      await getEngine()
        .handleWakeUps()
        .catch(() => {});
      const { status, steps } = await getEngine().runUntilSettled(order.orderId);
      expect({ status, attempt: steps[position]?.attempt }).toEqual({ status: 'COMPLETED', attempt: 1 });
      expect(countPolls(getKey(order, position, 'execute'))).toBe(3);
    });

    if (isPastPointOfNoReturnAt(orderType, position)) return;

    it('is waited for before a cancel undoes it', async () => {
      const order = await anAwaitingOrder(position);
      await cancelOrder(getEngine().deps, { caller, orderId: order.orderId, reason: 'any' });
      const { status } = await getEngine().runUntilSettled(order.orderId);
      expect(status).toBe('CANCELLED');
      expect(await findLineStatus(getEngine(), order)).toBe(expectedLineStatus(orderType, order, 'CANCELLED'));
      const keys = getEngine().network.effects.map(({ key }) => key);
      const [executed, undone] = [
        keys.indexOf(getKey(order, position, 'execute')),
        keys.indexOf(getKey(order, position, 'undo')),
      ];
      expect(executed).toBeGreaterThanOrEqual(0);
      if ('undo' in (orderType.steps[position] ?? {})) expect(undone).toBeGreaterThan(executed);
    });

    if (!('undo' in (orderType.steps[position] ?? {}))) return;

    it('may have an undo that is accepted too', async () => {
      const order = await anAwaitingOrder(position);
      getEngine().network.failNext(getKey(order, position, 'undo'), 'later');
      await cancelOrder(getEngine().deps, { caller, orderId: order.orderId, reason: 'any' });
      expect(await getEngine().runUntilSettled(order.orderId)).toMatchObject({ status: 'CANCELLED' });
      expect(countPolls(getKey(order, position, 'undo'))).toBe(2);
    });

    it('may have an undo that is accepted and not done in time, and then tried again', async () => {
      const order = await anAwaitingOrder(position);
      getEngine().network.failNext(getKey(order, position, 'undo'), 'never');
      await cancelOrder(getEngine().deps, { caller, orderId: order.orderId, reason: 'any' });
      for (let turn = 0; countPolls(getKey(order, position, 'undo')) === 0 && turn < 20; turn += 1) {
        await getEngine().handleWakeUps();
        await getEngine().expireWaits(order.orderId);
      }
      await passDeadline(order);
      expect(await getEngine().runUntilSettled(order.orderId)).toMatchObject({ status: 'CANCELLED' });
      const undos = (await listAllAttempts(getEngine().db, order.orderId)).filter(
        ({ kind, stepId }) => kind === 'undo' && stepId.endsWith(`-${position + 1}`),
      );
      expect(undos.map(({ outcome }) => outcome)).toEqual(['transient', 'done']);
    });
  });
}
