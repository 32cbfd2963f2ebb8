import { anOperator } from '@linework/testing/callers';
import { describe, expect, it } from 'vitest';
import type { OrderType } from '../../src/orders/order-type.ts';
import { retryOrder } from '../../src/orders/retry-order.ts';
import { rollbackOrder } from '../../src/orders/rollback-order.ts';
import { callsOf, endOfFailure, lineAfter, noReturnAt, undosFrom } from './expected.ts';
import { anOrderOf, type OrderOnLine, statusOfLine } from './order-on-line.ts';
import type { TestEngine } from './test-engine.ts';

const caller = anOperator();

/** What happens when a step fails, in passing and for good, at each step that can. */
export function describeFailures(orderType: OrderType, given: () => TestEngine): void {
  const calls = callsOf(orderType);

  async function failedAt(position: number): Promise<OrderOnLine> {
    const order = await anOrderOf(orderType, given());
    given().network.trouble(order.keys[position]?.execute as string, 'refusal');
    await given().carryOut(order.orderId);
    return order;
  }

  const undosCalled = ({ keys }: OrderOnLine) =>
    given()
      .network.calls.map(({ key }) => key)
      .filter((key) => keys.some(({ undo }) => undo === key));

  /** As an order does by itself, or because somebody asks for it. */
  async function turnBack(order: OrderOnLine) {
    const { status } = await given().carryOut(order.orderId);
    if (status === 'FAILED') await rollbackOrder(given().deps, { caller, orderId: order.orderId });
    return given().carryOut(order.orderId);
  }

  describe.each(calls)('whose step %i fails', (position) => {
    it.each(['passing', 'passing-after'] as const)('in passing (%s) tries it again', async (trouble) => {
      const engine = given();
      const order = await anOrderOf(orderType, engine);
      engine.network.trouble(order.keys[position]?.execute as string, trouble);
      const { status, steps } = await engine.carryOut(order.orderId);
      expect(status).toBe('COMPLETED');
      expect(steps[position]).toMatchObject({ status: 'SUCCESS', attempt: 2, error: null });
    });

    it('in passing once too often gives up', async () => {
      const engine = given();
      const order = await anOrderOf(orderType, engine);
      engine.network.trouble(order.keys[position]?.execute as string, 'passing', 99);
      const { status, steps } = await engine.carryOut(order.orderId);
      expect(status).toBe(endOfFailure(orderType, position));
      expect(steps[position]?.attempt).toBe(orderType.steps[position]?.retry?.attempts ?? 5);
    });

    it(`for good ends ${endOfFailure(orderType, position)} and says why`, async () => {
      const engine = given();
      const order = await failedAt(position);
      const end = endOfFailure(orderType, position);
      const { status, steps, failure } = await engine.find(order.orderId);

      const stopped = end === 'FAILED' ? { before: 'SUCCESS', at: 'FAILED', after: 'PENDING' } : { before: 'ROLLED_BACK', at: 'SKIPPED', after: 'SKIPPED' };
      expect(status).toBe(end);
      expect(steps.map((step) => step.status)).toEqual(
        orderType.steps.map((_, at) => (at < position ? stopped.before : at === position ? stopped.at : stopped.after)),
      );
      expect(steps[position]?.error).toMatchObject({ code: 'unknown-subscriber' });
      expect(failure?.pendingSteps.map(({ id }) => id)).toEqual(end === 'FAILED' ? steps.slice(position).map(({ id }) => id) : undefined);
      expect(await statusOfLine(engine, order)).toBe(lineAfter(orderType, order, end));
    });

    if (!noReturnAt(orderType, position)) {
      it('for good after an attempt of which nobody knows what became undoes it all the same', async () => {
        const order = await anOrderOf(orderType, given());
        given().network.trouble(order.keys[position]?.execute as string, 'passing-after');
        given().network.trouble(order.keys[position]?.execute as string, 'refusal');
        const { status, steps } = await turnBack(order);
        expect({ status, step: steps[position]?.status }).toEqual({ status: 'ROLLED_BACK', step: 'ROLLED_BACK' });
        expect(undosCalled(order)).toEqual(undosFrom(orderType, order, position));
      });

      it('for good after a worker was lost in it undoes it all the same', async () => {
        const order = await anOrderOf(orderType, given());
        const held = given().network.hold(order.keys[position]?.execute as string);
        const lost = given().advanceOrder({ orderId: order.orderId, run: 0 });
        await held.arrived;
        given().network.trouble(order.keys[position]?.execute as string, 'refusal', 99);
        await given().letTimePass(order.orderId);
        const { status, steps } = await turnBack(order);
        expect({ status, step: steps[position]?.status }).toEqual({ status: 'ROLLED_BACK', step: 'ROLLED_BACK' });
        expect(undosCalled(order)).toEqual(undosFrom(orderType, order, position));
        held.release();
        await lost;
      });
    }

    if (endOfFailure(orderType, position) === 'ROLLED_BACK') {
      it('for good undoes what had been done, newest first, and leaves alone what was refused', async () => {
        const order = await failedAt(position);
        expect(undosCalled(order)).toEqual(undosFrom(orderType, order, position - 1));
      });
      return;
    }

    it('for good goes on from there when it is retried', async () => {
      const engine = given();
      const order = await failedAt(position);
      expect(await retryOrder(engine.deps, { caller, orderId: order.orderId })).toMatchObject({ status: 'IN_PROGRESS', failure: null });
      const { status, steps } = await engine.carryOut(order.orderId);
      expect({ status, attempts: steps.map(({ attempt }) => attempt) }).toEqual({
        status: 'COMPLETED',
        attempts: orderType.steps.map((_, at) => (at === position ? 2 : 1)),
      });
      expect(await statusOfLine(engine, order)).toBe(lineAfter(orderType, order, 'COMPLETED'));
    });

    it('may fail again and again, and each retry grants as many attempts as the first time', async () => {
      const engine = given();
      const order = await failedAt(position);
      const attempts = orderType.steps[position]?.retry?.attempts ?? 5;
      engine.network.trouble(order.keys[position]?.execute as string, 'passing', attempts);
      await retryOrder(engine.deps, { caller, orderId: order.orderId });
      const { status, steps } = await engine.carryOut(order.orderId);
      expect({ status, attempt: steps[position]?.attempt }).toEqual({ status: 'FAILED', attempt: attempts + 1 });
    });

    it(noReturnAt(orderType, position) ? 'for good cannot be rolled back any more' : 'for good can be rolled back', async () => {
      const engine = given();
      const order = await failedAt(position);
      const rollback = rollbackOrder(engine.deps, { caller, orderId: order.orderId });
      if (noReturnAt(orderType, position)) {
        await expect(rollback).rejects.toMatchObject({ code: 'past-point-of-no-return', status: 409 });
        expect(await engine.find(order.orderId)).toMatchObject({ status: 'FAILED' });
        return;
      }
      expect(await rollback).toMatchObject({ status: 'ROLLING_BACK' });
      const { status, steps } = await engine.carryOut(order.orderId);
      expect({ status, step: steps[position]?.status }).toEqual({ status: 'ROLLED_BACK', step: 'SKIPPED' });
      expect(undosCalled(order)).toEqual(undosFrom(orderType, order, position - 1));
      expect(await statusOfLine(engine, order)).toBe(lineAfter(orderType, order, 'ROLLED_BACK'));
    });
  });
}
