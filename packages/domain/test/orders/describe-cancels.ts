import { anOperator } from '@linework/testing/callers';
import { describe, expect, it } from 'vitest';
import { cancelOrder } from '../../src/orders/cancel-order.ts';
import type { OrderType } from '../../src/orders/order-type.ts';
import { retryOrder } from '../../src/orders/retry-order.ts';
import { callsOf, lineAfter, noReturnAt, undosFrom } from './expected.ts';
import { anOrderOf, everythingAbout, type OrderOnLine, statusOfLine } from './order-on-line.ts';
import type { TestEngine } from './test-engine.ts';

const caller = anOperator();
const reason = 'changed my mind';

/** What comes of a cancel at each point, and of an undo that fails. */
export function describeCancels(orderType: OrderType, given: () => TestEngine): void {
  const calls = callsOf(orderType);
  const cancel = ({ orderId }: OrderOnLine) => cancelOrder(given().deps, { caller, orderId, reason });

  /** The order with a worker in the middle of a call. */
  async function inCall(position: number) {
    const order = await anOrderOf(orderType, given());
    const held = given().network.hold(order.keys[position]?.execute as string);
    const worker = given().advanceOrder({ orderId: order.orderId, run: 0 });
    await held.arrived;
    return { order, held, worker };
  }

  it('is cancelled at once when nothing has run', async () => {
    const order = await anOrderOf(orderType, given());
    expect(await cancel(order)).toMatchObject({ status: 'CANCELLED', cancellationReason: reason, steps: orderType.steps.map(() => ({ status: 'SKIPPED' })) });
    expect(await statusOfLine(given(), order)).toBe(lineAfter(orderType, order, 'CANCELLED'));
    await given().answerRings();
    expect(given().network.calls.some(({ key }) => order.keys.some(({ execute }) => execute === key))).toBe(false);
  });

  describe.each(calls.filter((position) => !noReturnAt(orderType, position)))('that is cancelled at step %i', (position) => {
    async function expectCancelled(order: OrderOnLine, isRefused = false): Promise<void> {
      const { status, steps, cancellationReason, failure } = await given().carryOut(order.orderId);
      expect({ status, cancellationReason, failure }).toEqual({ status: 'CANCELLED', cancellationReason: reason, failure: null });
      expect(steps.map((step) => step.status)).toEqual(
        orderType.steps.map((_, at) => (at < position || (at === position && !isRefused) ? 'ROLLED_BACK' : 'SKIPPED')),
      );
      const undone = given()
        .network.effects.map(({ key }) => key)
        .filter((key) => order.keys.some(({ undo }) => undo === key));
      // Without keys it acts each time that it is asked.
      expect([...new Set(undone)]).toEqual(undosFrom(orderType, order, isRefused ? position - 1 : position));
      expect(await statusOfLine(given(), order)).toBe(lineAfter(orderType, order, 'CANCELLED'));
    }

    it.each(['done', 'passing', 'passing-after', 'refusal'] as const)('while its call is under way turns back when that is over (%s)', async (outcome) => {
      const { order, held, worker } = await inCall(position);
      if (outcome !== 'done') given().network.trouble(order.keys[position]?.execute as string, outcome);
      expect(await cancel(order)).toMatchObject({ status: 'CANCELLING' });
      await given().answerRings();
      expect(given().network.calls.some(({ key }) => order.keys.some(({ undo }) => undo === key))).toBe(false);
      held.release();
      await worker;
      await expectCancelled(order, outcome === 'refusal');
    });

    it('between two attempts turns back at once', async () => {
      const order = await anOrderOf(orderType, given());
      given().network.trouble(order.keys[position]?.execute as string, 'passing-after');
      await given().answerRings();
      given().rings.length = 0;
      await cancel(order);
      await given().answerRings();
      await expectCancelled(order);
    });

    it('after its worker was lost in the call turns back when the lease is over', async () => {
      const { order, held, worker } = await inCall(position);
      await cancel(order);
      await given().letTimePass(order.orderId);
      await expectCancelled(order);
      const before = await everythingAbout(given(), order);
      held.release();
      await worker;
      expect(await everythingAbout(given(), order)).toEqual(before);
    });

    it('tries an undo again that fails in passing', async () => {
      const { order, held, worker } = await inCall(position);
      given().network.trouble(order.keys[position]?.undo as string, 'passing-after', 2);
      await cancel(order);
      held.release();
      await worker;
      await expectCancelled(order);
    });

    it.each(['refusal', 'passing'] as const)('undoes all that it can when an undo gives up (%s), and the rest when it is retried', async (trouble) => {
      const { order, held, worker } = await inCall(position);
      given().network.trouble(order.keys[position]?.undo as string, trouble, 99);
      await cancel(order);
      held.release();
      await worker;
      const { status, steps, failure } = await given().carryOut(order.orderId);
      expect(status).toBe('CANCEL_FAILED');
      expect(failure).not.toBeNull();
      expect(steps.map((step) => step.status)).toEqual(
        orderType.steps.map((_, at) => (at < position ? 'ROLLED_BACK' : at === position ? 'ROLLBACK_FAILED' : 'SKIPPED')),
      );
      expect(await statusOfLine(given(), order)).toBe(lineAfter(orderType, order, 'CANCEL_FAILED'));

      given().network.endTrouble();
      expect(await retryOrder(given().deps, { caller, orderId: order.orderId })).toMatchObject({ status: 'CANCELLING', failure: null });
      expect(await given().carryOut(order.orderId)).toMatchObject({ status: 'CANCELLED', failure: null });
      expect(await statusOfLine(given(), order)).toBe(lineAfter(orderType, order, 'CANCELLED'));
    });
  });

  describe.each(calls.filter((position) => noReturnAt(orderType, position)))('that has come to step %i, from which there is no return', (position) => {
    it('cannot be cancelled any more', async () => {
      const { order, held, worker } = await inCall(position);
      await expect(cancel(order)).rejects.toMatchObject({ code: 'past-point-of-no-return', status: 409 });
      held.release();
      await worker;
      expect(await given().carryOut(order.orderId)).toMatchObject({ status: 'COMPLETED', cancellationReason: null });
    });
  });

  it('cannot be cancelled when it is done', async () => {
    const order = await anOrderOf(orderType, given());
    await given().carryOut(order.orderId);
    await expect(cancel(order)).rejects.toMatchObject({
      name: 'invalid-status-transition',
      status: 409,
      members: { currentStatus: 'COMPLETED', requested: 'cancel', allowed: [] },
    });
  });
}
