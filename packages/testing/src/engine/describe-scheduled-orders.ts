import { cancelOrder } from '@linework/engine/commands/cancel-order';
import { eventType } from '@linework/schemas/events';
import { describe, expect, it } from 'vitest';
import { anOperator } from '../callers.ts';
import { expectedFailureStatus, expectedLineStatus, listCallPositions } from './expected-outcomes.ts';
import { aPlacedOrder, findLineStatus, type PlacedTestOrder, readAllRecords } from './placed-order.ts';
import type { TestEngine, TestOrderType } from './test-engine.ts';

const caller = anOperator();
const oneHourMs = 3_600_000;

/** Tests a scheduled order and its line. */
export function describeScheduledOrders(orderType: TestOrderType, getEngine: () => TestEngine): void {
  const notBefore = new Date(Date.now() + oneHourMs);
  const aScheduledOrder = () => aPlacedOrder(orderType, getEngine(), undefined, notBefore);
  const countLineEvents = ({ orderId, line }: PlacedTestOrder) =>
    getEngine().db.prisma.event.count({
      where: { orderId, resourceId: line.id, type: { not: eventType('line.created') } },
    });

  describe('that is scheduled for later', () => {
    it('gets no wake-up, is not acquired early, and its line does not change', async () => {
      const order = await aScheduledOrder();
      expect(getEngine().wakeUps).toEqual([]);
      expect(await getEngine().find(order.orderId)).toMatchObject({
        status: 'PENDING',
        metadata: { notBefore: notBefore.toISOString() },
      });
      const before = await readAllRecords(getEngine(), order);
      await getEngine().advanceOrder({ orderId: order.orderId, epoch: 0 });
      expect(await readAllRecords(getEngine(), order)).toEqual(before);
      expect(await findLineStatus(getEngine(), order)).toBe(order.line.status);
      await cancelOrder(getEngine().deps, { caller, orderId: order.orderId, reason: 'any' });
    });

    it('is executed at its time, and then its line changes', async () => {
      const order = await aScheduledOrder();
      await getEngine().expireWaits(order.orderId);
      const { status, steps } = await getEngine().runUntilSettled(order.orderId);
      expect({ status, steps: steps.map((step) => [step.status, step.attempt]) }).toEqual({
        status: 'COMPLETED',
        steps: orderType.steps.map(() => ['SUCCESS', 1]),
      });
      expect(await findLineStatus(getEngine(), order)).toBe(expectedLineStatus(orderType, order, 'COMPLETED'));
    });

    it('is cancelled immediately, and its line has not changed', async () => {
      const order = await aScheduledOrder();
      expect(await cancelOrder(getEngine().deps, { caller, orderId: order.orderId, reason: 'any' })).toMatchObject({
        status: 'CANCELLED',
      });
      expect(await findLineStatus(getEngine(), order)).toBe(expectedLineStatus(orderType, order, 'CANCELLED'));
      if (orderType.change.request !== 'create') expect(await countLineEvents(order)).toBe(0);
      await getEngine().expireWaits(order.orderId);
      expect(await getEngine().find(order.orderId)).toMatchObject({ status: 'CANCELLED' });
    });

    it.each(listCallPositions(orderType).slice(0, 1))('stops like any other when step %i fails', async (position) => {
      const order = await aScheduledOrder();
      getEngine().network.failNext(order.keys[position]?.execute as string, 'permanent');
      await getEngine().expireWaits(order.orderId);
      const end = expectedFailureStatus(orderType, position);
      expect(await getEngine().runUntilSettled(order.orderId)).toMatchObject({ status: end });
      expect(await findLineStatus(getEngine(), order)).toBe(expectedLineStatus(orderType, order, end));
    });
  });
}
