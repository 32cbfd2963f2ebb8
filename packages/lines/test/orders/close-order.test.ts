import { closeOrder } from '@linework/engine/commands/close-order';
import { requestResourceMove } from '@linework/inventory/resources/request-resource-move';
import { aBroker } from '@linework/testing/a-broker';
import { aHolder } from '@linework/testing/a-holder';
import { aLineWithResources } from '@linework/testing/a-line-with-resources';
import { aPool } from '@linework/testing/a-pool';
import { aCallerOf, anOperator } from '@linework/testing/callers';
import { createTestEngine, type TestEngine } from '@linework/testing/engine/test-engine';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLine } from '../../src/commands/create-line.ts';
import { placeOrder } from '../../src/commands/place-order.ts';
import { allOrderTypes } from '../../src/order-types/all-order-types.ts';
import { changeNumber } from '../../src/order-types/change-number.ts';
import { provisionLine } from '../../src/order-types/provision-line.ts';
import { swapSim } from '../../src/order-types/swap-sim.ts';
import { terminateLine } from '../../src/order-types/terminate-line.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await createTestEngine({ orderTypes: allOrderTypes });
});
afterEach(() => engine.network.clearFailures());
afterAll(async () => {
  await checkInvariants(engine.db, { effects: engine.network.effects, orderTypes: allOrderTypes });
  await engine.close();
});

const operator = anOperator();
const close = (orderId: string) =>
  closeOrder(engine.deps, { caller: operator, orderId, reason: 'the network was repaired manually' });
const findResourceState = (resourceId: string) =>
  engine.db.prisma.resourceState.findUniqueOrThrow({ where: { resourceId } });
const suspended = { status: 'suspended', lineId: null, reservationId: null };

describe.each([
  ['SIM', swapSim],
  ['MSISDN', changeNumber],
] as const)('the %s that an order claimed for a line which has another', (type, orderType) => {
  /** The network's first response was lost. Then it refused the change and the undo. */
  async function aFailedRollback() {
    const line = await aLineWithResources(engine.db, 'ACTIVE');
    const pool = await aPool(engine.db, { brokerId: line.brokerId, type, count: 2 });
    const caller = aCallerOf({ id: line.brokerId });
    const order = () =>
      placeOrder(engine.deps, {
        orderType,
        caller,
        lineId: line.id,
        correlationId: 'c',
        claims: [{ type, from: { poolId: pool.id } }],
      });
    const { orderId } = await order();
    engine.network.failNext(`${orderId}-1:execute`, 'transient-after');
    engine.network.failNext(`${orderId}-1:execute`, 'permanent');
    engine.network.failNext(`${orderId}-1:undo`, 'permanent');
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'ROLLBACK_FAILED' });
    const claimed = (await engine.db.prisma.resourceState.findFirstOrThrow({ where: { reservationId: orderId } }))
      .resourceId;
    return { line, orderId, claimed, order };
  }

  it('stays claimed while the order can still continue', async () => {
    const { orderId, claimed } = await aFailedRollback();
    expect(await findResourceState(claimed)).toMatchObject({ status: 'reserved', reservationId: orderId });
  });

  it('is suspended when the order is closed, because the network may have it on the line, and the resources of the line stay', async () => {
    const { line, orderId, claimed } = await aFailedRollback();
    await close(orderId);
    expect(await findResourceState(claimed)).toMatchObject(suspended);
    expect(await engine.db.prisma.reservation.findUniqueOrThrow({ where: { id: orderId } })).toMatchObject({
      status: 'RELEASED',
    });
    expect(await findResourceState(type === 'SIM' ? line.simId : line.numberId)).toMatchObject({
      status: 'active',
      lineId: line.id,
    });
    const event = await engine.db.prisma.event.findFirst({ where: { resourceId: claimed }, orderBy: { seq: 'desc' } });
    expect(event).toMatchObject({ type: 'resource.suspended', fromStatus: 'reserved', orderId });
  });

  it.each([
    ['resume', 'available'],
    ['decommission', 'decommissioned'],
  ] as const)('can then be changed by an operator with %s', async (request, status) => {
    const { orderId, claimed } = await aFailedRollback();
    await close(orderId);
    expect(await requestResourceMove(engine.db, { caller: operator, resourceId: claimed, request })).toMatchObject({
      status,
    });
  });

  it('is suspended alone: the claims of the successor order stay', async () => {
    const { line, orderId, claimed, order } = await aFailedRollback();
    const { orderId: successor } = await order();
    await close(orderId);
    expect(await findResourceState(claimed)).toMatchObject(suspended);
    expect(await engine.runUntilSettled(successor)).toMatchObject({ status: 'COMPLETED' });
    expect(await engine.db.prisma.resourceState.count({ where: { lineId: line.id } })).toBe(2);
  });
});

describe('the number and the SIM of a line whose provisioning order was closed', () => {
  it('still belong to the line and are released when it is deleted', async () => {
    const { id: brokerId } = await aBroker(engine.db);
    const { id: holderId } = await aHolder(engine.db, { brokerId });
    const [numbers, sims] = [
      await aPool(engine.db, { brokerId, count: 1 }),
      await aPool(engine.db, { brokerId, type: 'SIM', count: 1 }),
    ];
    const caller = aCallerOf({ id: brokerId });
    const from = { msisdn: { poolId: numbers.id }, sim: { poolId: sims.id } };
    const wanted = {
      orderType: provisionLine,
      caller,
      holderId,
      ...from,
      activate: false,
      metadata: {},
      correlationId: 'c',
    };
    const { orderId, line } = await createLine(engine.deps, wanted);
    engine.network.failNext(`${orderId}-1:execute`, 'permanent');
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'FAILED' });
    await close(orderId);
    const ids = [...numbers.resourceIds, ...sims.resourceIds];
    for (const id of ids)
      expect(await findResourceState(id)).toMatchObject({ status: 'reserved', reservationId: orderId });
    const deletion = await placeOrder(engine.deps, {
      orderType: terminateLine,
      caller,
      lineId: line.id,
      correlationId: 'c',
    });
    expect(await engine.runUntilSettled(deletion.orderId)).toMatchObject({ status: 'COMPLETED' });
    for (const id of ids) expect(await findResourceState(id)).toMatchObject({ status: 'available' });
  });
});
