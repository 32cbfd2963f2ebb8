import { closeOrder } from '@linework/engine/commands/close-order';
import { retryOrder } from '@linework/engine/commands/retry-order';
import { rollbackOrder } from '@linework/engine/commands/rollback-order';
import { skipStep } from '@linework/engine/commands/skip-step';
import { indexOrderTypes } from '@linework/engine/model/order-type';
import { explainOrder } from '@linework/orders/explanation/explain-order';
import { anActiveLine } from '@linework/testing/a-line';
import { anOperator } from '@linework/testing/callers';
import type { TestOrderType } from '@linework/testing/engine/test-engine';
import { createTestEngine, type TestEngine } from '@linework/testing/engine/test-engine';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeOrder } from '../../src/commands/place-order.ts';
import { blockLine } from '../../src/order-types/block-line.ts';
import { terminateLine } from '../../src/order-types/terminate-line.ts';
import { externalStep, testOrderType } from './test-order-types.ts';

const caller = anOperator();
const keepsStatusType = testOrderType('TEST_STAYS', 'halt', [externalStep('A')], {
  request: 'swap',
  allowedStatuses: ['ACTIVE'],
});
const orderTypes = [blockLine, keepsStatusType, terminateLine];

let engine: TestEngine;
beforeAll(async () => {
  engine = await createTestEngine({ orderTypes });
});
afterAll(() => engine.close());

async function aFailedOrder(orderType: TestOrderType) {
  const { id: lineId } = await anActiveLine(engine.db);
  const { orderId } = await placeOrder(engine.deps, { orderType, caller, lineId, correlationId: '' });
  const [step] = (await engine.find(orderId)).steps;
  engine.network.failNext(`${step?.id}:execute`, 'permanent');
  expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'FAILED' });
  return { lineId, orderId, stepId: step?.id ?? '' };
}

/** Deletes the line and does not let the deletion supersede the failed order. */
async function deleteLine({ lineId, orderId }: { readonly lineId: string; readonly orderId: string }): Promise<void> {
  const { orderId: deletion } = await placeOrder(engine.deps, {
    orderType: terminateLine,
    caller,
    lineId,
    correlationId: '',
  });
  await engine.runUntilSettled(deletion);
  await engine.db.prisma.order.update({ where: { id: orderId }, data: { supersededBy: null } });
}

const statusOf = async (lineId: string) =>
  (await engine.db.prisma.line.findUniqueOrThrow({ where: { id: lineId } })).status;

describe('a failed order whose line another order has moved, although it did not supersede it', () => {
  it.each([blockLine, keepsStatusType])('allows only to be closed: $code', async (orderType) => {
    const failed = await aFailedOrder(orderType);
    await deleteLine(failed);
    const { orderId, stepId } = failed;
    const requests = {
      retry: () => retryOrder(engine.deps, { caller, orderId }),
      rollback: () => rollbackOrder(engine.deps, { caller, orderId }),
      skip: () => skipStep(engine.deps, { caller, orderId, stepId, reason: 'done by hand' }),
    };
    for (const [request, send] of Object.entries(requests))
      await expect(send(), request).rejects.toMatchObject({
        name: 'invalid-status-transition',
        message: `The order is FAILED and cannot be asked to ${request}: its line has become TERMINATED since.`,
        members: { allowed: ['close'] },
      });
    expect(await explainOrder(engine.db, indexOrderTypes(orderTypes), { caller, orderId })).toMatchObject({
      allowed: ['close'],
      sentence: expect.stringMatching(/ Its line has become TERMINATED since\. It waits for a decision: close it\.$/),
    });
    expect(await closeOrder(engine.deps, { caller, orderId, reason: 'the line is deleted' })).toMatchObject({
      status: 'CANCELLED',
    });
    expect(await statusOf(failed.lineId)).toBe('TERMINATED');
    await checkInvariants(engine.db);
  });
});

describe('an order that is being rolled back when its line has been moved', () => {
  it('is ROLLED_BACK and leaves the line as it is', async () => {
    const { lineId, orderId } = await aFailedOrder(blockLine);
    await rollbackOrder(engine.deps, { caller, orderId });
    const moves = [{ status: 'TERMINATING' }, { status: 'TERMINATED', terminatedAt: new Date() }] as const;
    for (const data of moves) await engine.db.prisma.line.update({ where: { id: lineId }, data });
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'ROLLED_BACK' });
    expect(await statusOf(lineId)).toBe('TERMINATED');
    const events = await engine.db.prisma.event.findMany({
      where: { orderId, resourceType: 'line' },
      orderBy: { seq: 'asc' },
    });
    expect(events.map(({ toStatus }) => toStatus)).toEqual(['BLOCKING', 'BLOCKING_ERROR']);
  });
});
