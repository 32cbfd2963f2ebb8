import { type ResourceMoveRequest, requestResourceMove } from '@linework/inventory/resources/request-resource-move';
import { aLineWithResources, type TestLineWithResources } from '@linework/testing/a-line-with-resources';
import { aPool } from '@linework/testing/a-pool';
import { aCallerOf } from '@linework/testing/callers';
import { countWaitingSessions } from '@linework/testing/count-waiting-sessions';
import { createTestEngine, type TestEngine } from '@linework/testing/engine/test-engine';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { findStates, groupResources } from '@linework/testing/inventory/find-states';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LineOrderRequest, placeOrder } from '../../src/commands/place-order.ts';
import { allOrderTypes } from '../../src/order-types/all-order-types.ts';
import { blockLine } from '../../src/order-types/block-line.ts';
import { changeNumber } from '../../src/order-types/change-number.ts';
import type { LineOrderType } from '../../src/order-types/line-order-type.ts';
import { terminateLine } from '../../src/order-types/terminate-line.ts';
import { unblockLine } from '../../src/order-types/unblock-line.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await createTestEngine({ orderTypes: allOrderTypes });
});
afterAll(async () => {
  await checkInvariants(engine.db, { effects: engine.network.effects, orderTypes: allOrderTypes });
  await engine.close();
});

const ask = ({ brokerId, numberId }: TestLineWithResources, request: ResourceMoveRequest) =>
  requestResourceMove(engine.db, { caller: aCallerOf({ id: brokerId }), resourceId: numberId, request });
const suspensionOf = async ({ numberId, simId }: TestLineWithResources) =>
  (await findStates(engine.db, [numberId, simId])).map((state) => state?.suspendedBy ?? state?.status);

function place(
  { id, brokerId }: TestLineWithResources,
  orderType: LineOrderType,
  more: Partial<LineOrderRequest> = {},
) {
  return placeOrder(engine.deps, {
    orderType,
    caller: aCallerOf({ id: brokerId }),
    lineId: id,
    correlationId: 'c',
    ...more,
  });
}

async function placeAndSettle(
  line: TestLineWithResources,
  orderType: LineOrderType,
  more: Partial<LineOrderRequest> = {},
) {
  const { orderId } = await place(line, orderType, more);
  expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'COMPLETED' });
}

describe('a number on hold', () => {
  async function aHeldNumber() {
    const line = await aLineWithResources(engine.db, 'ACTIVE');
    await ask(line, 'suspend');
    return line;
  }

  it('is still on hold after its line was blocked and unblocked', async () => {
    const line = await aHeldNumber();
    await placeAndSettle(line, blockLine);
    expect(await suspensionOf(line)).toEqual(['both', 'block']);
    await placeAndSettle(line, unblockLine);
    expect(await suspensionOf(line)).toEqual(['hold', 'active']);
    expect(await ask(line, 'resume')).toMatchObject({ status: 'active' });
  });

  it('stays suspended with its blocked line when the hold ends, with an event, and is resumed with the line', async () => {
    const line = await aHeldNumber();
    await placeAndSettle(line, blockLine);
    expect(await ask(line, 'resume')).toMatchObject({ status: 'suspended' });
    const event = await engine.db.prisma.event.findFirst({
      where: { resourceId: line.numberId },
      orderBy: { seq: 'desc' },
    });
    expect(event).toMatchObject({
      type: 'resource.changed',
      fromStatus: null,
      toStatus: null,
      keyId: expect.any(String),
    });
    await placeAndSettle(line, unblockLine);
    expect(await suspensionOf(line)).toEqual(['active', 'active']);
  });

  it('is released with its line, and its replacement is not on hold', async () => {
    const [ended, changed] = [await aHeldNumber(), await aHeldNumber()];
    await placeAndSettle(ended, terminateLine);
    expect(await suspensionOf(ended)).toEqual(['quarantined', 'decommissioned']);
    const { id: poolId, resourceIds } = await aPool(engine.db, { brokerId: changed.brokerId, count: 1 });
    await placeAndSettle(changed, changeNumber, { claims: [{ type: 'MSISDN', from: { poolId } }] });
    expect(await findStates(engine.db, [changed.numberId, ...resourceIds])).toMatchObject([
      { status: 'quarantined', suspendedBy: null },
      { status: 'active', suspendedBy: null },
    ]);
  });

  it('is suspended by both when the hold begins while the block waits for it', async () => {
    const line = await aLineWithResources(engine.db, 'ACTIVE');
    const { orderId } = await place(line, blockLine);
    const settled = await engine.db.transaction(async (tx) => {
      await requestResourceMove(tx, {
        caller: aCallerOf({ id: line.brokerId }),
        resourceId: line.numberId,
        request: 'suspend',
      });
      const settling = engine.runUntilSettled(orderId);
      await expect.poll(() => countWaitingSessions(engine.db)).toBe(1);
      return { settling };
    });
    expect(await settled.settling).toMatchObject({ status: 'COMPLETED' });
    expect(await suspensionOf(line)).toEqual(['both', 'block']);
  });

  it('is on hold together with its group', async () => {
    const line = await aLineWithResources(engine.db, 'ACTIVE');
    await groupResources(engine.db, [line.numberId, line.simId]);
    await ask(line, 'suspend');
    await placeAndSettle(line, blockLine);
    await ask(line, 'resume');
    expect(await suspensionOf(line)).toEqual(['block', 'block']);
    await placeAndSettle(line, unblockLine);
    expect(await suspensionOf(line)).toEqual(['active', 'active']);
  });
});

describe('the number of a blocked line', () => {
  it('cannot be resumed manually', async () => {
    const line = await aLineWithResources(engine.db, 'ACTIVE');
    await placeAndSettle(line, blockLine);
    const refusal = {
      status: 409,
      name: 'conflict',
      code: 'line-is-blocked',
      members: { lineId: line.id, allowed: [] },
    };
    await expect(ask(line, 'resume')).rejects.toMatchObject(refusal);
    expect(await suspensionOf(line)).toEqual(['block', 'block']);
  });

  it('is also suspended by the block if it replaced another one', async () => {
    const line = await aLineWithResources(engine.db, 'BLOCKED');
    const { id: poolId, resourceIds } = await aPool(engine.db, { brokerId: line.brokerId, count: 1 });
    await placeAndSettle(line, changeNumber, { claims: [{ type: 'MSISDN', from: { poolId } }] });
    expect(await findStates(engine.db, resourceIds)).toMatchObject([{ status: 'suspended', suspendedBy: 'block' }]);
  });
});
