import { closeOrder } from '@linework/engine/commands/close-order';
import { skipStep } from '@linework/engine/commands/skip-step';
import { TransientError } from '@linework/engine/model/system-errors';
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
import { portOut } from '../../src/order-types/port-out.ts';
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

const listRemovalCalls = (orderId: string) => engine.network.calls.filter(({ key }) => key.startsWith(orderId));

describe.each([terminateLine, portOut])('the removal of a line from the network by $code', (orderType) => {
  async function aCreation() {
    const { id: brokerId } = await aBroker(engine.db);
    const { id: holderId } = await aHolder(engine.db, { brokerId });
    const [numbers, sims] = [
      await aPool(engine.db, { brokerId, count: 1 }),
      await aPool(engine.db, { brokerId, type: 'SIM', count: 1 }),
    ];
    const creation = {
      orderType: provisionLine,
      holderId,
      msisdn: { poolId: numbers.id },
      sim: { poolId: sims.id },
      activate: false,
      metadata: {},
    };
    return createLine(engine.deps, { ...creation, caller: aCallerOf({ id: brokerId }), correlationId: 'c' });
  }

  async function remove(line: { readonly id: string; readonly brokerId: string }) {
    const { orderId } = await placeOrder(engine.deps, {
      orderType,
      caller: aCallerOf({ id: line.brokerId }),
      lineId: line.id,
      correlationId: 'c',
    });
    const { status, steps } = await engine.runUntilSettled(orderId);
    return { orderId, status, steps: steps.map((step) => step.status) };
  }

  it('is skipped if every call to create it was refused', async () => {
    const { orderId, line } = await aCreation();
    engine.network.failNext(`${orderId}-1:execute`, 'permanent');
    await engine.runUntilSettled(orderId);
    const removal = await remove(line);
    expect(removal).toMatchObject({ status: 'COMPLETED', steps: ['SKIPPED', 'SUCCESS'] });
    expect(listRemovalCalls(removal.orderId)).toEqual([]);
  });

  it('releases the number and the SIM together with the end of the line, even if it is skipped', async () => {
    const { orderId, line } = await aCreation();
    engine.network.failNext(`${orderId}-1:execute`, 'permanent');
    await engine.runUntilSettled(orderId);
    const removal = await remove(line);
    const { rows } = await engine.db.pool.query(
      `SELECT resource_type AS of, at
       FROM event
       WHERE order_id = $1 AND (resource_type = 'resource' OR type = 'order.completed')`,
      [removal.orderId],
    );
    expect(rows.map(({ of }) => of).toSorted()).toEqual(['order', 'resource', 'resource']);
    expect(new Set(rows.map(({ at }) => at.getTime())).size).toBe(1);
  });

  it.each(['transient', 'transient-after'] as const)(
    'is executed if the outcome of a call to create it is unknown (%s)',
    async (failure) => {
      const { orderId, line } = await aCreation();
      engine.network.failNext(`${orderId}-1:execute`, failure);
      engine.network.failNext(`${orderId}-1:execute`, 'permanent');
      expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'FAILED' });
      const removal = await remove(line);
      expect(removal).toMatchObject({ status: 'COMPLETED', steps: ['SUCCESS', 'SUCCESS'] });
      expect(listRemovalCalls(removal.orderId)).toHaveLength(1);
    },
  );

  it('is executed if a worker was lost in a call that was refused afterwards', async () => {
    const { orderId, line } = await aCreation();
    const held = engine.network.hold(`${orderId}-1:execute`);
    const lost = engine.advanceOrder({ orderId, epoch: 0 });
    await held.arrived;
    engine.network.failNext(`${orderId}-1:execute`, 'permanent', 2);
    await engine.expireWaits(orderId);
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'FAILED' });
    expect(await remove(line)).toMatchObject({ status: 'COMPLETED', steps: ['SUCCESS', 'SUCCESS'] });
    held.release();
    await lost;
  });

  it('is executed if an operator skipped the refused creation, because the subscriber was created manually', async () => {
    const { orderId, line } = await aCreation();
    engine.network.failNext(`${orderId}-1:execute`, 'permanent');
    await engine.runUntilSettled(orderId);
    await skipStep(engine.deps, { caller: anOperator(), orderId, stepId: `${orderId}-1`, reason: 'made by hand' });
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'COMPLETED' });
    expect(await remove(line)).toMatchObject({ status: 'COMPLETED', steps: ['SUCCESS', 'SUCCESS'] });
  });

  it.each([
    ['SIM', 'stopped half way', swapSim],
    ['MSISDN', 'stopped half way', changeNumber],
    ['SIM', 'was closed then', swapSim],
    ['MSISDN', 'was closed then', changeNumber],
  ] as const)('also deletes the %s of a change that %s', async (type, end, changing) => {
    const line = await aLineWithResources(engine.db, 'ACTIVE');
    const pool = await aPool(engine.db, { brokerId: line.brokerId, type, count: 1 });
    const claims = [{ type, from: { poolId: pool.id } }];
    const request = {
      orderType: changing,
      caller: aCallerOf({ id: line.brokerId }),
      lineId: line.id,
      correlationId: 'c',
      claims,
    };
    const { orderId } = await placeOrder(engine.deps, request);
    for (const [kind, failure] of [
      ['execute', 'transient-after'],
      ['execute', 'permanent'],
      ['undo', 'permanent'],
    ] as const)
      engine.network.failNext(`${orderId}-1:${kind}`, failure);
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'ROLLBACK_FAILED' });
    if (end === 'was closed then')
      await closeOrder(engine.deps, { caller: anOperator(), orderId, reason: 'nobody knows what it changed' });
    const { externalCode, attributes } = await engine.db.prisma.resource.findUniqueOrThrow({
      where: { id: pool.resourceIds[0] as string },
    });
    const removal = await remove(line);
    expect(removal).toMatchObject({ status: 'COMPLETED' });
    const calls = listRemovalCalls(removal.orderId);
    const imsis = type === 'SIM' ? [line.imsi, (attributes as { imsi: string }).imsi] : [line.imsi];
    const msisdns = type === 'SIM' ? [line.msisdn] : [line.msisdn, externalCode];
    expect(calls.map(({ imsi }) => imsi)).toEqual(imsis);
    expect(calls.map(({ parameters }) => parameters)).toEqual(imsis.map(() => [msisdns]));
    expect(new Set(calls.map(({ key }) => key)).size).toBe(imsis.length);
  });
});

describe('a removal whose first response was lost', () => {
  it('continues if a number that an order claimed for the line is given back before the second attempt', async () => {
    let responsesToLose = 1;
    await using own = await createSeparateEngine(() => {
      responsesToLose -= 1;
      if (responsesToLose >= 0) throw new TransientError('timeout', 'The response was lost.');
    });
    const line = await aLineWithResources(own.db, 'ACTIVE');
    const pool = await aPool(own.db, { brokerId: line.brokerId, count: 1 });
    const of = { caller: aCallerOf({ id: line.brokerId }), lineId: line.id, correlationId: 'c' };
    const change = await placeOrder(own.deps, {
      ...of,
      orderType: changeNumber,
      claims: [{ type: 'MSISDN', from: { poolId: pool.id } }],
    });
    own.network.failNext(`${change.orderId}-1:execute`, 'transient-after');
    own.network.failNext(`${change.orderId}-1:execute`, 'permanent');
    own.network.failNext(`${change.orderId}-1:undo`, 'permanent');
    expect(await own.runUntilSettled(change.orderId)).toMatchObject({ status: 'ROLLBACK_FAILED' });
    const { orderId } = await placeOrder(own.deps, { ...of, orderType: terminateLine });
    await own.advanceOrder({ orderId, epoch: 0 });
    await closeOrder(own.deps, { caller: anOperator(), orderId: change.orderId, reason: 'put right by hand' });
    await own.db.prisma.resourceState.updateMany({
      where: { resourceId: { in: [...pool.resourceIds] } },
      data: { status: 'available' },
    });

    expect(await own.runUntilSettled(orderId)).toMatchObject({ status: 'COMPLETED' });
    const [first, second] = own.network.calls.filter(({ key }) => key.startsWith(orderId));
    expect([first?.parameters[0], second?.parameters[0]]).toEqual([[line.msisdn, expect.any(String)], [line.msisdn]]);
  });
});

/** An engine whose network deletes a subscriber and then calls this function. */
async function createSeparateEngine(afterDelete: () => void) {
  const own = await createTestEngine({
    orderTypes: allOrderTypes,
    systemsOn: (network) => ({
      network: {
        ...network,
        deleteSubscriber: async (...parameters) =>
          network.deleteSubscriber(...parameters).then(() => void afterDelete()),
      },
    }),
  });
  return { ...own, [Symbol.asyncDispose]: () => own.close() };
}
