import { anOperator } from '@linework/testing/callers';
import { describe, expect, it } from 'vitest';
import { closeOrder } from '../../src/orders/close-order.ts';
import type { OrderType } from '../../src/orders/order-type.ts';
import { retryOrder } from '../../src/orders/retry-order.ts';
import { rollbackOrder } from '../../src/orders/rollback-order.ts';
import { skipStep } from '../../src/orders/skip-step.ts';
import { callsOf, endOfFailure, lineAfter, noReturnAt } from './expected.ts';
import { anOrderOf, type OrderOnLine, statusOfLine } from './order-on-line.ts';
import type { TestEngine } from './test-engine.ts';

const caller = anOperator();
const reason = 'mended by hand';

/** What operators can do about an order that stopped: go on without a step, or close it. */
export function describeOperators(orderType: OrderType, given: () => TestEngine): void {
  const stops = callsOf(orderType).filter((position) => endOfFailure(orderType, position) === 'FAILED');
  const undone = callsOf(orderType).filter((position) => 'undo' in (orderType.steps[position] ?? {}) && !noReturnAt(orderType, position));

  async function failedAt(position: number, trouble: 'refusal' | 'passing-after' = 'refusal'): Promise<OrderOnLine> {
    const order = await anOrderOf(orderType, given());
    given().network.trouble(order.keys[position]?.execute as string, trouble, 99);
    await given().carryOut(order.orderId);
    given().network.endTrouble();
    return order;
  }

  const close = ({ orderId }: OrderOnLine) => closeOrder(given().deps, { caller, orderId, reason });
  const eventsOf = ({ orderId }: OrderOnLine) => given().db.prisma.event.findMany({ where: { resourceId: orderId }, orderBy: { seq: 'asc' } });

  async function expectNothingMoreToAsk(order: OrderOnLine, currentStatus: string): Promise<void> {
    const retry = retryOrder(given().deps, { caller, orderId: order.orderId });
    await expect(retry).rejects.toMatchObject({ name: 'invalid-status-transition', members: { currentStatus, allowed: [] } });
  }

  describe.each(stops)('that stopped at step %i', (position) => {
    it.each(['refusal', 'passing-after'] as const)('is carried out without that step when an operator skips it (%s)', async (trouble) => {
      const order = await failedAt(position, trouble);
      const stepId = `${order.orderId}-${position + 1}`;
      const skipped = await skipStep(given().deps, { caller, orderId: order.orderId, stepId, reason });
      expect(skipped).toMatchObject({ status: 'IN_PROGRESS', failure: null });
      expect(skipped.steps[position]).toMatchObject({ status: 'SKIPPED', error: { code: expect.any(String) }, finishedAt: null });
      const { status, steps } = await given().carryOut(order.orderId);
      expect({ status, steps: steps.map((step) => step.status) }).toEqual({
        status: 'COMPLETED',
        steps: orderType.steps.map((_, at) => (at === position ? 'SKIPPED' : 'SUCCESS')),
      });
      expect(await statusOfLine(given(), order)).toBe(lineAfter(orderType, order, 'COMPLETED'));
      const event = (await eventsOf(order)).find(({ type }) => type === 'order.step-skipped');
      expect(event).toMatchObject({ keyId: caller.keyId, details: { stepId, reason } });
    });

    it('can be closed, and leaves its line where it is', async () => {
      const order = await failedAt(position);
      expect(await close(order)).toMatchObject({ status: 'CANCELLED', cancellationReason: reason, failure: null });
      const { status, steps } = await given().carryOut(order.orderId);
      expect({ status, steps: steps.map((step) => step.status) }).toEqual({
        status: 'CANCELLED',
        steps: orderType.steps.map((_, at) => (at < position ? 'SUCCESS' : at === position ? 'FAILED' : 'SKIPPED')),
      });
      expect(await statusOfLine(given(), order)).toBe(lineAfter(orderType, order, 'FAILED'));
      expect((await eventsOf(order)).at(-1)).toMatchObject({ type: 'order.cancelled', keyId: caller.keyId, details: { closed: true, reason } });
      await expectNothingMoreToAsk(order, 'CANCELLED');
    });
  });

  describe.each(undone)('whose rollback gave up on step %i', (position) => {
    it('can be closed, and leaves its line where it is', async () => {
      const order = await anOrderOf(orderType, given());
      given().network.trouble(order.keys[position]?.execute as string, 'passing-after');
      given().network.trouble(order.keys[position]?.execute as string, 'refusal');
      given().network.trouble(order.keys[position]?.undo as string, 'refusal');
      if ((await given().carryOut(order.orderId)).status === 'FAILED') await rollbackOrder(given().deps, { caller, orderId: order.orderId });
      expect(await given().carryOut(order.orderId)).toMatchObject({ status: 'ROLLBACK_FAILED' });
      const closed = await close(order);
      expect(closed).toMatchObject({ status: 'ROLLED_BACK', failure: null });
      expect(closed.steps.map(({ status }) => status)).toEqual(orderType.steps.map((_, at) => (at <= position ? 'ROLLED_BACK' : 'SKIPPED')));
      expect(await statusOfLine(given(), order)).toBe(lineAfter(orderType, order, 'ROLLBACK_FAILED'));
      expect((await eventsOf(order)).at(-1)).toMatchObject({ type: 'order.rolled-back', keyId: caller.keyId, details: { closed: true, reason } });
      await expectNothingMoreToAsk(order, 'ROLLED_BACK');
    });
  });
}
