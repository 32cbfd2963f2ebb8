import { cancelOrder } from '@linework/engine/commands/cancel-order';
import { rollbackOrder } from '@linework/engine/commands/rollback-order';
import { reserveResources } from '@linework/inventory/reservations/reserve-resources';
import { requestResourceMove } from '@linework/inventory/resources/request-resource-move';
import { aBroker } from '@linework/testing/a-broker';
import { aHolder } from '@linework/testing/a-holder';
import { aLineWithResources, type TestLineWithResources } from '@linework/testing/a-line-with-resources';
import { aPool } from '@linework/testing/a-pool';
import { aCallerOf } from '@linework/testing/callers';
import { createTestEngine, type TestEngine } from '@linework/testing/engine/test-engine';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { findStates, groupResources } from '@linework/testing/inventory/find-states';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLine, type LineCreation } from '../../src/commands/create-line.ts';
import { type LineOrderRequest, placeOrder } from '../../src/commands/place-order.ts';
import { allOrderTypes } from '../../src/order-types/all-order-types.ts';
import { blockLine } from '../../src/order-types/block-line.ts';
import { changeNumber } from '../../src/order-types/change-number.ts';
import type { LineOrderType } from '../../src/order-types/line-order-type.ts';
import { provisionLine } from '../../src/order-types/provision-line.ts';
import { swapSim } from '../../src/order-types/swap-sim.ts';
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

const findResourceState = (resourceId: string) =>
  engine.db.prisma.resourceState.findUniqueOrThrow({ where: { resourceId } });
const findLine = (id: string) => engine.db.prisma.line.findUniqueOrThrow({ where: { id } });
const listHolders = (resourceId: string) =>
  engine.db.prisma.allocation.findMany({
    where: { resourceId },
    orderBy: { heldFrom: 'asc' },
    select: { lineId: true, heldTo: true },
  });

function place(line: TestLineWithResources, orderType: LineOrderType, more: Partial<LineOrderRequest> = {}) {
  return placeOrder(engine.deps, {
    orderType,
    caller: aCallerOf({ id: line.brokerId }),
    lineId: line.id,
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

describe('the number and the SIM of a line', () => {
  it('are suspended and resumed with it', async () => {
    const line = await aLineWithResources(engine.db, 'ACTIVE');
    await placeAndSettle(line, blockLine);
    expect(await findResourceState(line.numberId)).toMatchObject({ status: 'suspended', lineId: line.id });
    expect(await findResourceState(line.simId)).toMatchObject({ status: 'suspended', lineId: line.id });
    await placeAndSettle(line, unblockLine);
    expect(await findResourceState(line.numberId)).toMatchObject({ status: 'active', lineId: line.id });
    expect(await findResourceState(line.simId)).toMatchObject({ status: 'active', lineId: line.id });
  });

  it('are released with it: the number is quarantined, the SIM is decommissioned, and neither has a holder', async () => {
    const line = await aLineWithResources(engine.db, 'BLOCKED');
    await placeAndSettle(line, terminateLine);
    const number = await findResourceState(line.numberId);
    expect(number).toMatchObject({ status: 'quarantined', lineId: null });
    expect((number.quarantineEndsAt?.getTime() ?? 0) - (number.quarantinedAt?.getTime() ?? 0)).toBe(7_776_000_000);
    expect(await findResourceState(line.simId)).toMatchObject({ status: 'decommissioned', lineId: null });
    expect(await listHolders(line.numberId)).toEqual([{ lineId: line.id, heldTo: expect.any(Date) }]);
  });

  it('stay with it when the network refuses to delete the subscriber', async () => {
    const line = await aLineWithResources(engine.db, 'ACTIVE');
    const { orderId } = await place(line, terminateLine);
    engine.network.failNext(`${orderId}-1:execute`, 'permanent');
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'FAILED' });
    expect(await findResourceState(line.numberId)).toMatchObject({ status: 'active', lineId: line.id });
  });
});

describe('another SIM or number', () => {
  it.each(['ACTIVE', 'BLOCKED'] as const)(
    'is assigned to a line that is %s, and the old one is released',
    async (status) => {
      const line = await aLineWithResources(engine.db, status);
      const [numbers, sims] = [
        await aPool(engine.db, { brokerId: line.brokerId, count: 1 }),
        await aPool(engine.db, { brokerId: line.brokerId, type: 'SIM', count: 1 }),
      ];
      const [newNumber, newSim] = [numbers.resourceIds[0] as string, sims.resourceIds[0] as string];

      await placeAndSettle(line, swapSim, { claims: [{ type: 'SIM', from: { poolId: sims.id } }] });
      await placeAndSettle(line, changeNumber, { claims: [{ type: 'MSISDN', from: { resourceId: newNumber } }] });

      const inUse = status === 'ACTIVE' ? 'active' : 'suspended';
      expect(await findResourceState(newSim)).toMatchObject({ status: inUse, lineId: line.id, reservationId: null });
      expect(await findResourceState(newNumber)).toMatchObject({ status: inUse, lineId: line.id });
      expect(await findResourceState(line.simId)).toMatchObject({ status: 'decommissioned', lineId: null });
      expect(await findResourceState(line.numberId)).toMatchObject({ status: 'quarantined', lineId: null });
      const [sim, number] = await Promise.all(
        [newSim, newNumber].map((id) => engine.db.prisma.resource.findUniqueOrThrow({ where: { id } })),
      );
      expect(await findLine(line.id)).toMatchObject({
        status,
        msisdn: number?.externalCode,
        iccid: sim?.externalCode,
        imsi: (sim?.attributes as { imsi?: string } | undefined)?.imsi,
      });
    },
  );

  it('in a group with a number is rejected, and nothing is claimed', async () => {
    const line = await aLineWithResources(engine.db, 'ACTIVE');
    const { brokerId } = line;
    const [numbers, sims] = [
      await aPool(engine.db, { brokerId, count: 1 }),
      await aPool(engine.db, { brokerId, type: 'SIM', count: 1 }),
    ];
    const resourceId = sims.resourceIds[0] as string;
    const group = [...numbers.resourceIds, ...sims.resourceIds];
    await groupResources(engine.db, group);
    const swap = place(line, swapSim, { claims: [{ type: 'SIM', from: { resourceId } }] });
    await expect(swap).rejects.toMatchObject({ status: 422, code: 'resource-group-incomplete' });
    for (const id of group) expect(await findResourceState(id)).toMatchObject({ status: 'available' });
  });

  async function twoSimsOfOneGroup(request: 'suspend' | 'decommission') {
    const line = await aLineWithResources(engine.db, 'ACTIVE');
    const sims = await aPool(engine.db, { brokerId: line.brokerId, type: 'SIM', count: 2 });
    const [first, second] = sims.resourceIds as [string, string];
    await requestResourceMove(engine.db, { caller: aCallerOf({ id: line.brokerId }), resourceId: second, request });
    await groupResources(engine.db, [first, second]);
    return { line, first, second, claims: [{ type: 'SIM', from: { poolId: sims.id } }] as const };
  }

  it('in a group with one that is in use is not available, and nothing is claimed', async () => {
    const { line, first, second, claims } = await twoSimsOfOneGroup('suspend');
    await expect(place(line, swapSim, { claims })).rejects.toMatchObject({
      status: 409,
      code: 'resource-not-available',
    });
    expect([(await findResourceState(first)).status, (await findResourceState(second)).status]).toEqual([
      'available',
      'suspended',
    ]);
  });

  it('in a group with a decommissioned one is claimed alone', async () => {
    const { line, first, second, claims } = await twoSimsOfOneGroup('decommission');
    await placeAndSettle(line, swapSim, { claims });
    expect(await findResourceState(first)).toMatchObject({ status: 'active', lineId: line.id });
    expect(await findResourceState(second)).toMatchObject({ status: 'decommissioned', lineId: null });
  });

  it.each([
    ['MSISDN', changeNumber, 'quarantined'],
    ['SIM', swapSim, 'decommissioned'],
  ] as const)('removes the old %s from its group with the remaining resource', async (type, orderType, status) => {
    const line = await aLineWithResources(engine.db, 'ACTIVE');
    const [released, remaining] = type === 'SIM' ? [line.simId, line.numberId] : [line.numberId, line.simId];
    await groupResources(engine.db, [released, remaining]);
    const pool = await aPool(engine.db, { brokerId: line.brokerId, type, count: 1 });
    await placeAndSettle(line, orderType, { claims: [{ type, from: { poolId: pool.id } }] });
    expect(await findStates(engine.db, [released, remaining])).toMatchObject([
      { status, groupId: null },
      { status: 'active', lineId: line.id, groupId: null },
    ]);
    const event = await engine.db.prisma.event.findFirst({
      where: { resourceId: remaining },
      orderBy: { seq: 'desc' },
    });
    expect(event).toMatchObject({
      type: 'resource.changed',
      details: { changed: ['associatedResourceIds'] },
      orderId: expect.any(String),
    });
  });

  const notImsis: readonly object[] = [{}, { imsi: '724' }, { imsi: 724110000000001 }];
  it.each(notImsis)('without an IMSI is rejected, because the network needs it: %j', async (attributes) => {
    const line = await aLineWithResources(engine.db, 'ACTIVE');
    const sims = await aPool(engine.db, { brokerId: line.brokerId, type: 'SIM', count: 1, attributes: [attributes] });
    const resourceId = sims.resourceIds[0] as string;
    const swap = place(line, swapSim, { claims: [{ type: 'SIM', from: { resourceId } }] });
    await expect(swap).rejects.toMatchObject({ status: 422, code: 'sim-without-imsi' });
    expect(await findResourceState(resourceId)).toMatchObject({ status: 'available' });
  });

  it('is released when the network refuses it, and the line does not change', async () => {
    const line = await aLineWithResources(engine.db, 'ACTIVE');
    const sims = await aPool(engine.db, { brokerId: line.brokerId, type: 'SIM', count: 1 });
    const { orderId } = await place(line, swapSim, { claims: [{ type: 'SIM', from: { poolId: sims.id } }] });
    expect(await findResourceState(sims.resourceIds[0] as string)).toMatchObject({
      status: 'reserved',
      reservationId: orderId,
    });
    engine.network.failNext(`${orderId}-1:execute`, 'permanent');
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'ROLLED_BACK' });
    expect(await findResourceState(sims.resourceIds[0] as string)).toMatchObject({
      status: 'available',
      reservationId: null,
    });
    expect(await findResourceState(line.simId)).toMatchObject({ status: 'active', lineId: line.id });
    expect(await findLine(line.id)).toMatchObject({ status: 'ACTIVE', iccid: line.iccid, imsi: line.imsi });
  });
});

describe('a new line', () => {
  async function wanted(more: Partial<LineCreation> = {}): Promise<LineCreation> {
    const { id: brokerId } = await aBroker(engine.db);
    const { id: holderId } = await aHolder(engine.db, { brokerId });
    const [numbers, sims] = [
      await aPool(engine.db, { brokerId, count: 2 }),
      await aPool(engine.db, { brokerId, type: 'SIM', count: 2 }),
    ];
    const from = { msisdn: { poolId: numbers.id }, sim: { poolId: sims.id } };
    return {
      orderType: provisionLine,
      caller: aCallerOf({ id: brokerId }),
      holderId,
      ...from,
      activate: false,
      metadata: {},
      correlationId: 'c',
      ...more,
    };
  }
  const resourcesOf = (lineId: string) =>
    engine.db.prisma.resourceState.findMany({ where: { lineId }, orderBy: { resourceId: 'asc' } });
  const claimedBy = (orderId: string) => engine.db.prisma.resourceState.findMany({ where: { reservationId: orderId } });

  it.each([
    [false, 'STAND_BY'],
    [true, 'ACTIVE'],
  ])('gets its number and SIM when it exists on the network (activate: %s)', async (activate, status) => {
    const { orderId, line } = await createLine(engine.deps, await wanted({ activate }));
    expect(line.status).toBe('PROVISIONING');
    expect(await claimedBy(orderId)).toHaveLength(2);
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'COMPLETED' });
    expect(await findLine(line.id)).toMatchObject({ status, activatedAt: activate ? expect.any(Date) : null });
    expect(await resourcesOf(line.id)).toMatchObject([{ status: 'active' }, { status: 'active' }]);
  });

  it('keeps its claims for a retry when the network refuses it, and releases them after a rollback', async () => {
    const { orderId, line } = await createLine(engine.deps, await wanted());
    engine.network.failNext(`${orderId}-1:execute`, 'permanent');
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'FAILED' });
    expect(await findLine(line.id)).toMatchObject({ status: 'PROVISIONING_ERROR' });
    const claimed = await claimedBy(orderId);
    expect(claimed).toHaveLength(2);
    await rollbackOrder(engine.deps, { caller: aCallerOf({ id: line.brokerId }), orderId });
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'ROLLED_BACK' });
    expect(await findLine(line.id)).toMatchObject({ status: 'TERMINATED' });
    for (const { resourceId } of claimed)
      expect(await findResourceState(resourceId)).toMatchObject({ status: 'available' });
  });

  it('releases its claims when it is cancelled before the first step, and when it is deleted after a failure', async () => {
    const [cancelled, failed] = [
      await createLine(engine.deps, await wanted()),
      await createLine(engine.deps, await wanted()),
    ];
    const claimed = [...(await claimedBy(cancelled.orderId)), ...(await claimedBy(failed.orderId))];
    await cancelOrder(engine.deps, {
      caller: aCallerOf({ id: cancelled.line.brokerId }),
      orderId: cancelled.orderId,
      reason: 'a slip',
    });
    engine.network.failNext(`${failed.orderId}-1:execute`, 'permanent');
    await engine.runUntilSettled(failed.orderId);
    const caller = aCallerOf({ id: failed.line.brokerId });
    const deletion = await placeOrder(engine.deps, {
      orderType: terminateLine,
      caller,
      lineId: failed.line.id,
      correlationId: 'c',
    });
    expect(await engine.runUntilSettled(deletion.orderId)).toMatchObject({ status: 'COMPLETED' });
    expect(claimed).toHaveLength(4);
    for (const { resourceId } of claimed)
      expect(await findResourceState(resourceId)).toMatchObject({ status: 'available' });
  });

  it('takes over the resources of a reservation, which is then CONSUMED', async () => {
    const creation = await wanted();
    const from = creation.msisdn as { poolId: string };
    const { id: reservationId, resourceIds } = await reserveResources(engine.db, {
      caller: creation.caller,
      from,
      quantity: 1,
    });
    const { orderId, line } = await createLine(engine.deps, { ...creation, msisdn: { reservationId } });
    expect(await engine.db.prisma.reservation.findUniqueOrThrow({ where: { id: reservationId } })).toMatchObject({
      status: 'CONSUMED',
    });
    await engine.runUntilSettled(orderId);
    expect(await findResourceState(resourceIds[0] as string)).toMatchObject({ status: 'active', lineId: line.id });
  });

  it('is not created if its number is not available, and nothing is claimed', async () => {
    const creation = await wanted();
    const { id: reservationId } = await reserveResources(engine.db, {
      caller: creation.caller,
      from: creation.msisdn as { poolId: string },
      quantity: 2,
    });
    await expect(createLine(engine.deps, creation)).rejects.toMatchObject({
      status: 409,
      code: 'resource-not-available',
    });
    await engine.db.pool.query("UPDATE reservation SET expires_at = now() - interval '1 s' WHERE id = $1", [
      reservationId,
    ]);
    await expect(createLine(engine.deps, { ...creation, msisdn: { reservationId } })).rejects.toMatchObject({
      status: 409,
      code: 'resource-not-available',
    });
    const { poolId } = creation.sim as { poolId: string };
    expect(await engine.db.prisma.resourceState.count({ where: { poolId, status: 'available' } })).toBe(2);
    await engine.db.pool.query("UPDATE reservation SET expires_at = now() + interval '1 h' WHERE id = $1", [
      reservationId,
    ]);
  });

  describe('with a number that was recalled for its holder', () => {
    async function recalled() {
      const old = await aLineWithResources(engine.db, 'ACTIVE');
      await placeAndSettle(old, terminateLine);
      const caller = aCallerOf({ id: old.brokerId });
      await requestResourceMove(engine.db, { caller, resourceId: old.numberId, request: 'recall' });
      const sims = await aPool(engine.db, { brokerId: old.brokerId, type: 'SIM', count: 1 });
      const creation = await wanted({
        caller,
        holderId: old.holderId,
        msisdn: { resourceId: old.numberId },
        sim: { poolId: sims.id },
      });
      return { old, ...(await createLine(engine.deps, creation)) };
    }

    it('has the number from the start', async () => {
      const { old, orderId, line } = await recalled();
      expect(line.msisdn).toBe(old.msisdn);
      expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'COMPLETED' });
      expect(await findResourceState(old.numberId)).toMatchObject({ status: 'active', lineId: line.id });
      expect(await listHolders(old.numberId)).toEqual([
        { lineId: old.id, heldTo: expect.any(Date) },
        { lineId: line.id, heldTo: null },
      ]);
    });

    it('leaves the number to its holder when the order is rolled back', async () => {
      const { old, orderId } = await recalled();
      await cancelOrder(engine.deps, { caller: aCallerOf({ id: old.brokerId }), orderId, reason: 'a slip' });
      expect(await findResourceState(old.numberId)).toMatchObject({ status: 'active', lineId: null });
      expect((await listHolders(old.numberId)).at(-1)).toEqual({ lineId: null, heldTo: null });
    });
  });

  it('never gets a resource that another order has claimed', async () => {
    const creation = await wanted();
    const { orderId } = await createLine(engine.deps, creation);
    await expect(createLine(engine.deps, { ...creation, msisdn: { reservationId: orderId } })).rejects.toMatchObject({
      code: 'unknown-source',
    });
    await engine.runUntilSettled(orderId);
  });

  it('never gets a resource of another broker', async () => {
    const [own, others] = [await wanted(), await wanted()];
    await expect(createLine(engine.deps, { ...own, sim: others.sim })).rejects.toMatchObject({
      status: 422,
      code: 'unknown-source',
    });
    await expect(createLine(engine.deps, { ...own, holderId: others.holderId })).rejects.toMatchObject({
      status: 422,
      code: 'unknown-holder',
    });
  });
});
