import { anOperator } from '@linework/testing/callers';
import { describe, expect, it } from 'vitest';
import { cancelOrder } from '../../src/orders/cancel-order.ts';
import { listOrderAttempts } from '../../src/orders/list-order-attempts.ts';
import type { OrderType } from '../../src/orders/order-type.ts';
import { retryOrder } from '../../src/orders/retry-order.ts';
import { callsOf, lineAfter, noReturnAt } from './expected.ts';
import { anOrderOf, type OrderOnLine, statusOfLine } from './order-on-line.ts';
import type { TestEngine } from './test-engine.ts';

const caller = anOperator();
/** More than a step has attempts, and more than an order may be taken. */
const looks = 12;
const always = 10_000;

/** What becomes of an order while its system is away, at each step that calls one. */
export function describeAway(orderType: OrderType, given: () => TestEngine): void {
  const keyOf = ({ keys }: OrderOnLine, position: number, kind: 'execute' | 'undo') => keys[position]?.[kind] as string;
  const callsUnder = (key: string) => given().network.calls.filter((call) => call.key === key).length;

  /** Looks at the order so often, each time when it is due. */
  async function look({ orderId }: OrderOnLine, times = looks): Promise<void> {
    for (let at = 0; at < times; at += 1) {
      await given().answerRings();
      await given().letTimePass(orderId);
    }
    await given().answerRings();
  }

  async function awayAt(position: number): Promise<OrderOnLine> {
    const order = await anOrderOf(orderType, given());
    given().network.trouble(keyOf(order, position, 'execute'), 'away', always);
    await look(order);
    return order;
  }

  /** As if it had waited for an hour. */
  const letAnHourPass = ({ orderId }: OrderOnLine) =>
    given().db.pool.query("UPDATE orders SET away_since = away_since - interval '1 hour' WHERE id = $1", [orderId]);

  describe.each(callsOf(orderType))('whose step %i finds its system away', (position) => {
    it('waits, says so, and goes on without having used an attempt', async () => {
      const order = await awayAt(position);
      expect(callsUnder(keyOf(order, position, 'execute'))).toBeGreaterThan(looks);
      const { status, steps } = await given().find(order.orderId);
      const error = { code: 'system-away', cause: 'unreachable', detail: expect.stringContaining('waits'), since: expect.stringMatching(/Z$/) };
      expect({ status, step: steps[position] }).toMatchObject({ status: 'IN_PROGRESS', step: { status: 'PENDING', attempt: 0, error } });
      expect(
        (await listOrderAttempts(given().db, { caller, orderId: order.orderId })).filter(
          ({ attempt, stepId }) => attempt && stepId.endsWith(`-${position + 1}`),
        ),
      ).toEqual([]);

      given().network.endTrouble();
      const end = await given().carryOut(order.orderId);
      expect({ status: end.status, step: end.steps[position] }).toMatchObject({ status: 'COMPLETED', step: { attempt: 1, error: null } });
    });

    it('keeps the attempt of a call that may have arrived, and grants another', async () => {
      const order = await anOrderOf(orderType, given());
      given().network.trouble(keyOf(order, position, 'execute'), 'away-after', 7);
      const { status, steps } = await given().carryOut(order.orderId);
      expect({ status, attempt: steps[position]?.attempt }).toEqual({ status: 'COMPLETED', attempt: 8 });
    });

    it('is not read while the workers know that', async () => {
      const order = await awayAt(position);
      const before = callsUnder(keyOf(order, position, 'execute'));
      given().setAway(true);
      await look(order);
      given().setAway(false);
      expect(callsUnder(keyOf(order, position, 'execute'))).toBe(before);
      given().network.endTrouble();
      expect(await given().carryOut(order.orderId)).toMatchObject({ status: 'COMPLETED' });
    });

    // What never arrived has not started: the point of no return is not passed.
    const endOfWait = orderType.onFailure === 'rollback' && !noReturnAt(orderType, position - 1) ? 'ROLLED_BACK' : 'FAILED';
    it(`for too long ends ${endOfWait}, by the clock of the database`, async () => {
      const order = await awayAt(position);
      await letAnHourPass(order);
      given().setAway(true);
      const end = await given().carryOut(order.orderId);
      given().setAway(false);
      expect(end.status).toBe(endOfWait);
      expect(end.steps[position]).toMatchObject({
        status: endOfWait === 'FAILED' ? 'FAILED' : 'SKIPPED',
        error: { code: 'system-away', since: expect.any(String) },
      });
      expect(callsUnder(keyOf(order, position, 'undo'))).toBe(0);
      if (end.status !== 'FAILED') return;
      await retryOrder(given().deps, { caller, orderId: order.orderId });
      await look(order);
      expect(await given().find(order.orderId)).toMatchObject({ status: 'IN_PROGRESS' });
      given().network.endTrouble();
      expect(await given().carryOut(order.orderId)).toMatchObject({ status: 'COMPLETED' });
    });

    if (noReturnAt(orderType, position - 1)) return;

    it('is cancelled without an undo of what never arrived', async () => {
      const order = await awayAt(position);
      await cancelOrder(given().deps, { caller, orderId: order.orderId, reason: 'any' });
      expect(await given().carryOut(order.orderId)).toMatchObject({ status: 'CANCELLED' });
      expect(callsUnder(keyOf(order, position, 'undo'))).toBe(0);
      expect(await statusOfLine(given(), order)).toBe(lineAfter(orderType, order, 'CANCELLED'));
    });

    it('is cancelled in the middle of the call likewise', async () => {
      const order = await anOrderOf(orderType, given());
      const held = given().network.hold(keyOf(order, position, 'execute'));
      given().network.trouble(keyOf(order, position, 'execute'), 'away');
      const working = given().answerRings();
      const advancing = given().advanceOrder({ orderId: order.orderId, run: 0 });
      await held.arrived;
      const isPast = noReturnAt(orderType, position);
      const cancel = cancelOrder(given().deps, { caller, orderId: order.orderId, reason: 'any' });
      if (isPast) await expect(cancel).rejects.toMatchObject({ code: 'past-point-of-no-return' });
      else await cancel;
      held.release();
      await Promise.all([working, advancing]);
      expect(await given().carryOut(order.orderId)).toMatchObject({ status: isPast ? 'COMPLETED' : 'CANCELLED' });
      expect(callsUnder(keyOf(order, position, 'undo'))).toBe(0);
    });

    if (noReturnAt(orderType, position) || !('undo' in (orderType.steps[position] ?? {}))) return;

    it('only when it is undone waits there, and gives up by age alone', async () => {
      const order = await anOrderOf(orderType, given());
      const held = given().network.hold(keyOf(order, position, 'execute'));
      const advancing = given().advanceOrder({ orderId: order.orderId, run: 0 });
      await held.arrived;
      await cancelOrder(given().deps, { caller, orderId: order.orderId, reason: 'any' });
      given().network.trouble(keyOf(order, position, 'undo'), 'away', always);
      held.release();
      await advancing;
      await look(order);
      expect((await given().find(order.orderId)).steps[position]).toMatchObject({ status: 'ROLLING_BACK', error: { code: 'system-away' } });
      const undos = (await listOrderAttempts(given().db, { caller, orderId: order.orderId })).filter(({ kind }) => kind === 'undo');
      expect(undos).toMatchObject([{ attempt: 1, outcome: 'away' }]);
      expect(undos[0]).not.toHaveProperty('workersLost');
      await letAnHourPass(order);
      expect(await given().carryOut(order.orderId)).toMatchObject({ status: 'CANCEL_FAILED' });
      given().network.endTrouble();
      await retryOrder(given().deps, { caller, orderId: order.orderId });
      expect(await given().carryOut(order.orderId)).toMatchObject({ status: 'CANCELLED' });
    });
  });
}
