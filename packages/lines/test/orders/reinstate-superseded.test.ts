import { cancelOrder } from '@linework/engine/commands/cancel-order';
import { closeOrder } from '@linework/engine/commands/close-order';
import { retryOrder } from '@linework/engine/commands/retry-order';
import { rollbackOrder } from '@linework/engine/commands/rollback-order';
import { anActiveLine } from '@linework/testing/a-line';
import { aLineWithResources } from '@linework/testing/a-line-with-resources';
import { aPool } from '@linework/testing/a-pool';
import { aCallerOf, anOperator } from '@linework/testing/callers';
import { createTestEngine, type TestEngine } from '@linework/testing/engine/test-engine';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeOrder } from '../../src/commands/place-order.ts';
import { blockLine } from '../../src/order-types/block-line.ts';
import type { LineOrderType } from '../../src/order-types/line-order-type.ts';
import { swapSim } from '../../src/order-types/swap-sim.ts';
import { terminateLine } from '../../src/order-types/terminate-line.ts';

const caller = anOperator();

describe('an order that superseded another', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await createTestEngine({ orderTypes: [blockLine, swapSim, terminateLine] });
  });
  afterAll(() => engine.close());

  async function aRefusedBlock(lineId: string): Promise<string> {
    const { orderId } = await place(lineId);
    const [step] = (await engine.find(orderId)).steps;
    engine.network.failNext(`${step?.id}:execute`, 'permanent');
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'FAILED' });
    return orderId;
  }

  const place = (lineId: string, orderType: LineOrderType = blockLine, notBefore?: Date) =>
    placeOrder(engine.deps, { orderType, caller, lineId, correlationId: '', notBefore });
  const statusOf = async (lineId: string) =>
    (await engine.db.prisma.line.findUniqueOrThrow({ where: { id: lineId } })).status;

  it('and is rolled back allows that one to be rolled back too, to the original status of the line', async () => {
    const { id: lineId } = await anActiveLine(engine.db);
    const first = await aRefusedBlock(lineId);
    const second = await aRefusedBlock(lineId);
    await rollbackOrder(engine.deps, { caller, orderId: second });
    expect(await engine.runUntilSettled(second)).toMatchObject({ status: 'ROLLED_BACK' });
    expect(await statusOf(lineId)).toBe('BLOCKING_ERROR');
    await rollbackOrder(engine.deps, { caller, orderId: first });
    expect(await engine.runUntilSettled(first)).toMatchObject({ status: 'ROLLED_BACK' });
    expect(await statusOf(lineId)).toBe('ACTIVE');
    await checkInvariants(engine.db);
  });

  it('and is cancelled before its scheduled time allows that one to be retried', async () => {
    const { id: lineId } = await anActiveLine(engine.db);
    const first = await aRefusedBlock(lineId);
    const { orderId: second } = await place(lineId, terminateLine, new Date(Date.now() + 3_600_000));
    await cancelOrder(engine.deps, { caller, orderId: second, reason: 'a slip' });
    await retryOrder(engine.deps, { caller, orderId: first });
    expect(await engine.runUntilSettled(first)).toMatchObject({ status: 'COMPLETED' });
    expect(await statusOf(lineId)).toBe('BLOCKED');
    const events = await engine.db.prisma.event.findMany({
      where: { resourceId: first, type: { in: ['order.superseded', 'order.reinstated'] } },
      orderBy: { seq: 'asc' },
    });
    expect(events).toMatchObject([
      { type: 'order.superseded', orderId: second },
      { type: 'order.reinstated', orderId: second },
    ]);
    await checkInvariants(engine.db);
  });

  it('and is cancelled leaves the SIM that this one claimed, so that it can be rolled back', async () => {
    const { id: lineId, brokerId } = await aLineWithResources(engine.db, 'ACTIVE');
    const broker = aCallerOf({ id: brokerId });
    const sims = await aPool(engine.db, { brokerId, type: 'SIM', count: 2 });
    const swap = (notBefore?: Date) =>
      placeOrder(engine.deps, {
        orderType: swapSim,
        caller: broker,
        lineId,
        correlationId: '',
        notBefore,
        claims: [{ type: 'SIM', from: { poolId: sims.id } }],
      });
    const { orderId: first } = await swap();
    for (const failure of ['transient', 'permanent'] as const) engine.network.failNext(`${first}-1:execute`, failure);
    engine.network.failNext(`${first}-1:undo`, 'permanent');
    expect(await engine.runUntilSettled(first)).toMatchObject({ status: 'ROLLBACK_FAILED' });
    const { orderId: second } = await swap(new Date(Date.now() + 3_600_000));
    await cancelOrder(engine.deps, { caller, orderId: second, reason: 'a slip' });
    await retryOrder(engine.deps, { caller, orderId: first });
    expect(await engine.runUntilSettled(first)).toMatchObject({ status: 'ROLLED_BACK' });
    const states = await engine.db.prisma.resourceState.findMany({
      where: { resourceId: { in: [...sims.resourceIds] } },
    });
    expect(states.map(({ status }) => status)).toEqual(['available', 'available']);
    await checkInvariants(engine.db);
  });

  it('and is closed leaves that one superseded', async () => {
    const { id: lineId } = await anActiveLine(engine.db);
    const first = await aRefusedBlock(lineId);
    const second = await aRefusedBlock(lineId);
    await closeOrder(engine.deps, { caller, orderId: second, reason: 'done by hand' });
    await expect(retryOrder(engine.deps, { caller, orderId: first })).rejects.toMatchObject({
      name: 'invalid-status-transition',
      members: { allowed: ['close'], supersededBy: second },
    });
  });
});
