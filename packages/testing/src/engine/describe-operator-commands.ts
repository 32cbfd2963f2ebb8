import { closeOrder } from '@linework/engine/commands/close-order';
import { retryOrder } from '@linework/engine/commands/retry-order';
import { rollbackOrder } from '@linework/engine/commands/rollback-order';
import { skipStep } from '@linework/engine/commands/skip-step';
import { eventType } from '@linework/schemas/events';
import { describe, expect, it } from 'vitest';
import { anOperator } from '../callers.ts';
import {
  expectedFailureStatus,
  expectedLineStatus,
  isPastPointOfNoReturnAt,
  listCallPositions,
} from './expected-outcomes.ts';
import { aPlacedOrder, findLineStatus, type PlacedTestOrder } from './placed-order.ts';
import type { TestEngine, TestOrderType } from './test-engine.ts';

const caller = anOperator();
const reason = 'repaired manually';

/** Tests the requests of operators on an order that stopped: skip a step or close the order. */
export function describeOperatorCommands(orderType: TestOrderType, getEngine: () => TestEngine): void {
  const haltingPositions = listCallPositions(orderType).filter(
    (position) => expectedFailureStatus(orderType, position) === 'FAILED',
  );
  const undoablePositions = listCallPositions(orderType).filter(
    (position) => 'undo' in (orderType.steps[position] ?? {}) && !isPastPointOfNoReturnAt(orderType, position),
  );

  async function anOrderFailedAt(
    position: number,
    fault: 'permanent' | 'transient-after' = 'permanent',
  ): Promise<PlacedTestOrder> {
    const order = await aPlacedOrder(orderType, getEngine());
    getEngine().network.failNext(order.keys[position]?.execute as string, fault, 99);
    await getEngine().runUntilSettled(order.orderId);
    getEngine().network.clearFailures();
    return order;
  }

  const close = ({ orderId }: PlacedTestOrder) => closeOrder(getEngine().deps, { caller, orderId, reason });
  const listEvents = ({ orderId }: PlacedTestOrder) =>
    getEngine().db.prisma.event.findMany({ where: { resourceId: orderId }, orderBy: { seq: 'asc' } });

  async function expectNoMoreRequests(order: PlacedTestOrder, currentStatus: string): Promise<void> {
    const retry = retryOrder(getEngine().deps, { caller, orderId: order.orderId });
    await expect(retry).rejects.toMatchObject({
      name: 'invalid-status-transition',
      members: { currentStatus, allowed: [] },
    });
  }

  describe.each(haltingPositions)('that stopped at step %i', (position) => {
    it.each(['permanent', 'transient-after'] as const)(
      'is executed without that step when an operator skips it (%s)',
      async (fault) => {
        const order = await anOrderFailedAt(position, fault);
        const stepId = `${order.orderId}-${position + 1}`;
        const skipped = await skipStep(getEngine().deps, { caller, orderId: order.orderId, stepId, reason });
        expect(skipped).toMatchObject({ status: 'IN_PROGRESS', failure: null });
        expect(skipped.steps[position]).toMatchObject({
          status: 'SKIPPED',
          error: { code: expect.any(String) },
          finishedAt: null,
        });
        const { status, steps } = await getEngine().runUntilSettled(order.orderId);
        expect({ status, steps: steps.map((step) => step.status) }).toEqual({
          status: 'COMPLETED',
          steps: orderType.steps.map((_, at) => (at === position ? 'SKIPPED' : 'SUCCESS')),
        });
        expect(await findLineStatus(getEngine(), order)).toBe(expectedLineStatus(orderType, order, 'COMPLETED'));
        const event = (await listEvents(order)).find(({ type }) => type === eventType('order.step_skipped'));
        expect(event).toMatchObject({ keyId: caller.keyId, details: { stepId, reason } });
      },
    );

    it('can be closed and does not change its line', async () => {
      const order = await anOrderFailedAt(position);
      expect(await close(order)).toMatchObject({ status: 'CANCELLED', cancellationReason: reason, failure: null });
      const { status, steps } = await getEngine().runUntilSettled(order.orderId);
      expect({ status, steps: steps.map((step) => step.status) }).toEqual({
        status: 'CANCELLED',
        steps: orderType.steps.map((_, at) => (at < position ? 'SUCCESS' : at === position ? 'FAILED' : 'SKIPPED')),
      });
      expect(await findLineStatus(getEngine(), order)).toBe(expectedLineStatus(orderType, order, 'FAILED'));
      expect((await listEvents(order)).at(-1)).toMatchObject({
        type: eventType('order.cancelled'),
        keyId: caller.keyId,
        details: { closed: true, reason },
      });
      await expectNoMoreRequests(order, 'CANCELLED');
    });
  });

  describe.each(undoablePositions)('whose rollback failed at step %i', (position) => {
    it('can be closed and does not change its line', async () => {
      const order = await aPlacedOrder(orderType, getEngine());
      getEngine().network.failNext(order.keys[position]?.execute as string, 'transient-after');
      getEngine().network.failNext(order.keys[position]?.execute as string, 'permanent');
      getEngine().network.failNext(order.keys[position]?.undo as string, 'permanent');
      if ((await getEngine().runUntilSettled(order.orderId)).status === 'FAILED')
        await rollbackOrder(getEngine().deps, { caller, orderId: order.orderId });
      expect(await getEngine().runUntilSettled(order.orderId)).toMatchObject({ status: 'ROLLBACK_FAILED' });
      const closed = await close(order);
      expect(closed).toMatchObject({ status: 'ROLLED_BACK', failure: null });
      expect(closed.steps.map(({ status }) => status)).toEqual(
        orderType.steps.map((_, at) => (at <= position ? 'ROLLED_BACK' : 'SKIPPED')),
      );
      expect(await findLineStatus(getEngine(), order)).toBe(expectedLineStatus(orderType, order, 'ROLLBACK_FAILED'));
      expect((await listEvents(order)).at(-1)).toMatchObject({
        type: eventType('order.rolled_back'),
        keyId: caller.keyId,
        details: { closed: true, reason },
      });
      await expectNoMoreRequests(order, 'ROLLED_BACK');
    });
  });
}
