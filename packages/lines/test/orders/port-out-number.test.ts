import { aBroker } from '@linework/testing/a-broker';
import { aHolder } from '@linework/testing/a-holder';
import { aPool } from '@linework/testing/a-pool';
import { aCallerOf } from '@linework/testing/callers';
import { createTestEngine, type TestEngine } from '@linework/testing/engine/test-engine';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLine } from '../../src/commands/create-line.ts';
import { placeOrder } from '../../src/commands/place-order.ts';
import { allOrderTypes } from '../../src/order-types/all-order-types.ts';
import { portOut } from '../../src/order-types/port-out.ts';
import { provisionLine } from '../../src/order-types/provision-line.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await createTestEngine({ orderTypes: allOrderTypes });
});
afterAll(() => engine.close());

describe('the number of a line whose provisioning failed', () => {
  it('is suspended when it is ported out, and the SIM is released', async () => {
    const { id: brokerId } = await aBroker(engine.db);
    const [{ id: holderId }, caller] = [await aHolder(engine.db, { brokerId }), aCallerOf({ id: brokerId })];
    const [numbers, sims] = [
      await aPool(engine.db, { brokerId, count: 1 }),
      await aPool(engine.db, { brokerId, type: 'SIM', count: 1 }),
    ];
    const from = { msisdn: { poolId: numbers.id }, sim: { poolId: sims.id } };
    const creation = {
      orderType: provisionLine,
      caller,
      holderId,
      ...from,
      activate: false,
      metadata: {},
      correlationId: 'c',
    };
    const { orderId, line } = await createLine(engine.deps, creation);
    engine.network.failNext(`${orderId}-1:execute`, 'permanent');
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'FAILED' });
    const leaving = await placeOrder(engine.deps, { orderType: portOut, caller, lineId: line.id, correlationId: 'c' });
    expect(await engine.runUntilSettled(leaving.orderId)).toMatchObject({ status: 'COMPLETED' });

    const statusOf = async ([resourceId = '']: readonly string[]) =>
      (await engine.db.prisma.resourceState.findUniqueOrThrow({ where: { resourceId } })).status;
    expect([await statusOf(numbers.resourceIds), await statusOf(sims.resourceIds)]).toEqual(['suspended', 'available']);
  });

  it('leaves no broken invariant in the database', () =>
    checkInvariants(engine.db, { effects: engine.network.effects, orderTypes: allOrderTypes }));
});
