import { anOperator } from '@linework/testing/callers';
import { describe, expect, it } from 'vitest';
import { cancelOrder } from '../../src/orders/cancel-order.ts';
import type { OrderType } from '../../src/orders/order-type.ts';
import { callsOf, endOfFailure, lineAfter } from './expected.ts';
import { anOrderOf, everythingAbout, type OrderOnLine, statusOfLine } from './order-on-line.ts';
import type { TestEngine } from './test-engine.ts';

const caller = anOperator();
const anHourMs = 3_600_000;

/** What becomes of an order that waits for its time, and of its line. */
export function describeWaiting(orderType: OrderType, given: () => TestEngine): void {
  const notBefore = new Date(Date.now() + anHourMs);
  const aWaitingOrder = () => anOrderOf(orderType, given(), undefined, notBefore);
  const lineEvents = ({ orderId, line }: OrderOnLine) =>
    given().db.prisma.event.count({ where: { orderId, resourceId: line.id, type: { not: 'line.created' } } });

  describe('that waits for its time', () => {
    it('is not rung for, not taken before, and its line stays as it is', async () => {
      const order = await aWaitingOrder();
      expect(given().rings).toEqual([]);
      expect(await given().find(order.orderId)).toMatchObject({ status: 'PENDING', metadata: { notBefore: notBefore.toISOString() } });
      const before = await everythingAbout(given(), order);
      await given().advanceOrder({ orderId: order.orderId, run: 0 });
      expect(await everythingAbout(given(), order)).toEqual(before);
      expect(await statusOfLine(given(), order)).toBe(order.line.status);
      await cancelOrder(given().deps, { caller, orderId: order.orderId, reason: 'any' });
    });

    it('is carried out once its time has come, and takes its line along', async () => {
      const order = await aWaitingOrder();
      await given().letTimePass(order.orderId);
      const { status, steps } = await given().carryOut(order.orderId);
      expect({ status, steps: steps.map((step) => [step.status, step.attempt]) }).toEqual({
        status: 'COMPLETED',
        steps: orderType.steps.map(() => ['SUCCESS', 1]),
      });
      expect(await statusOfLine(given(), order)).toBe(lineAfter(orderType, order, 'COMPLETED'));
    });

    it('is cancelled at once, with its line as it was', async () => {
      const order = await aWaitingOrder();
      expect(await cancelOrder(given().deps, { caller, orderId: order.orderId, reason: 'any' })).toMatchObject({ status: 'CANCELLED' });
      expect(await statusOfLine(given(), order)).toBe(lineAfter(orderType, order, 'CANCELLED'));
      if (orderType.line.request !== 'create') expect(await lineEvents(order)).toBe(0);
      await given().letTimePass(order.orderId);
      expect(await given().find(order.orderId)).toMatchObject({ status: 'CANCELLED' });
    });

    it.each(callsOf(orderType).slice(0, 1))('stops like any other when step %i fails', async (position) => {
      const order = await aWaitingOrder();
      given().network.trouble(order.keys[position]?.execute as string, 'refusal');
      await given().letTimePass(order.orderId);
      const end = endOfFailure(orderType, position);
      expect(await given().carryOut(order.orderId)).toMatchObject({ status: end });
      expect(await statusOfLine(given(), order)).toBe(lineAfter(orderType, order, end));
    });
  });
}
