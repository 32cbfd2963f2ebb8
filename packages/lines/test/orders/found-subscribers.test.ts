import { cancelOrder } from '@linework/engine/commands/cancel-order';
import { retryOrder } from '@linework/engine/commands/retry-order';
import { aBroker } from '@linework/testing/a-broker';
import { aHolder } from '@linework/testing/a-holder';
import { aLineWithResources } from '@linework/testing/a-line-with-resources';
import { aPool } from '@linework/testing/a-pool';
import { aCallerOf, anOperator } from '@linework/testing/callers';
import { createTestEngine, type TestEngine } from '@linework/testing/engine/test-engine';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLine } from '../../src/commands/create-line.ts';
import { placeOrder } from '../../src/commands/place-order.ts';
import type { FoundSubscriber } from '../../src/model/systems.ts';
import { activateLine } from '../../src/order-types/activate-line.ts';
import { allOrderTypeVersions } from '../../src/order-types/all-order-types.ts';
import { blockLine } from '../../src/order-types/block-line.ts';
import { changeNumber } from '../../src/order-types/change-number.ts';
import { provisionLine1 } from '../../src/order-types/earlier/provision-line-1.ts';
import type { LineOrderType } from '../../src/order-types/line-order-type.ts';
import { provisionLine } from '../../src/order-types/provision-line.ts';
import { swapSim } from '../../src/order-types/swap-sim.ts';
import { unblockLine } from '../../src/order-types/unblock-line.ts';

const inService: FoundSubscriber = { isInService: true, serviceStates: ['active'] };
const suspended: FoundSubscriber = { isInService: false, serviceStates: ['suspended'] };

let engine: TestEngine;
/** Runs when a step inspects the network. */
let onPoll: () => Promise<void> = async () => undefined;
/** The number of each IMSI on the network. */
const numbers = new Map<string, string>();
beforeAll(async () => {
  engine = await createTestEngine({
    orderTypes: allOrderTypeVersions,
    networkKnowsKeys: false,
    systemsOn: (network) => ({
      network: {
        ...network,
        findSubscriber: async (imsi) => {
          const msisdn = numbers.get(imsi);
          return msisdn === undefined ? undefined : { imsi, msisdn, serviceState: 'active' };
        },
        inspectSubscriber: async (own) => {
          const found = await network.inspectSubscriber(own);
          await onPoll();
          return found;
        },
      },
    }),
  });
});
afterEach(() => {
  engine.network.clearFailures();
  onPoll = async () => undefined;
});
afterAll(() => engine.close());

interface CreationOptions {
  /** Left out if it is null. */
  readonly activate?: boolean | null;
  readonly found?: FoundSubscriber | undefined;
  readonly orderType?: LineOrderType;
}

async function aCreation({ activate = true, found, orderType = provisionLine }: CreationOptions = {}) {
  const { id: brokerId } = await aBroker(engine.db);
  const { id: holderId } = await aHolder(engine.db, { brokerId });
  const [msisdns, sims] = [
    await aPool(engine.db, { brokerId, count: 1 }),
    await aPool(engine.db, { brokerId, type: 'SIM', count: 1 }),
  ];
  const sim = await engine.db.prisma.resource.findFirstOrThrow({ where: { poolId: sims.id } });
  const { imsi } = sim.attributes as { imsi: string };
  if (found) engine.network.setFound(imsi, found);
  const creation = { orderType, holderId, msisdn: { poolId: msisdns.id }, sim: { poolId: sims.id }, metadata: {} };
  const { orderId, line } = await createLine(engine.deps, {
    ...creation,
    activate: activate ?? undefined,
    caller: aCallerOf({ id: brokerId }),
    correlationId: 'c',
  });
  return { orderId, imsi, line };
}

const operationsOf = (orderId: string) =>
  engine.network.calls.filter(({ key }) => key.startsWith(orderId)).map(({ operation }) => operation);
const cancel = (orderId: string) => cancelOrder(engine.deps, { caller: anOperator(), orderId, reason: 'any' });
const storedBy = async (orderId: string) =>
  (await engine.db.prisma.orderStep.findFirstOrThrow({ where: { orderId, position: 0 } })).found;

describe('an order that creates a line', () => {
  it('stores what it found before its first call', async () => {
    const { orderId } = await aCreation({ found: inService });
    const call = engine.network.hold(`${orderId}-1:execute`);
    const worker = engine.advanceOrder({ orderId, epoch: 0 });
    await call.arrived;
    expect(await storedBy(orderId)).toEqual({ subscriber: inService });
    call.release();
    await worker;
  });

  it('makes no call, and undoes none, if it is cancelled during the inspection', async () => {
    const { orderId } = await aCreation({ found: inService });
    onPoll = async () => void (await cancel(orderId));
    expect(await engine.runUntilSettled(orderId)).toMatchObject({
      status: 'CANCELLED',
      steps: [{ status: 'SKIPPED' }, { status: 'SKIPPED' }],
    });
    expect(operationsOf(orderId)).toEqual([]);
  });

  it('inspects once, so that a second attempt does not take what the first has created for something found', async () => {
    const { orderId, imsi } = await aCreation();
    engine.network.failNext(`${orderId}-1:execute`, 'no-answer');
    await engine.handleWakeUps();
    engine.network.setFound(imsi, inService);
    engine.network.failNext(`${orderId}-1:execute`, 'permanent');
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'FAILED' });
    expect(await storedBy(orderId)).toEqual({ subscriber: null });
  });

  it('inspects again after a refusal, because nothing has changed and somebody may have repaired the network', async () => {
    const { orderId, imsi } = await aCreation();
    engine.network.failNext(`${orderId}-1:execute`, 'permanent');
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'FAILED' });
    expect(await storedBy(orderId)).toBeNull();
    engine.network.setFound(imsi, inService);
    await retryOrder(engine.deps, { caller: anOperator(), orderId });
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'COMPLETED' });
    expect(await storedBy(orderId)).toEqual({ subscriber: inService });
  });

  it.each([
    ['a subscriber that it found', suspended, 'restoreSubscriber'],
    ['one that it created', undefined, 'deleteSubscriber'],
  ] as const)('brings back %s, or deletes it, when it is cancelled', async (_which, found, undo) => {
    const { orderId } = await aCreation({ found });
    const call = engine.network.hold(`${orderId}-1:execute`);
    const worker = engine.handleWakeUps();
    await call.arrived;
    await cancel(orderId);
    call.release();
    await worker;
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'CANCELLED' });
    expect(operationsOf(orderId)).toEqual(['createSubscriber', undo]);
  });

  it.each([true, false])('may be given `activate: %s` for a subscriber in service', async (activate) => {
    const { orderId } = await aCreation({ activate, found: inService });
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'COMPLETED' });
  });

  it.each([
    ['in service', inService, 'FAILED'],
    ['out of service', suspended, 'COMPLETED'],
    ['that does not exist', undefined, 'COMPLETED'],
  ] as const)('without `activate`, for a subscriber %s, ends as it must', async (_which, found, status) => {
    const { orderId } = await aCreation({ activate: null, found });
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status });
  });
});

describe('an order of version 1 that creates a line', () => {
  const callOfEarlierRelease = async (orderId: string) => {
    await engine.db.pool.query(
      `UPDATE orders
       SET status = 'IN_PROGRESS', epoch = 1, acquired_epoch = 1, due_at = now() - interval '1 s'
       WHERE id = $1`,
      [orderId],
    );
    await engine.db.pool.query(
      "UPDATE order_step SET status = 'RUNNING', attempt = 1, started_at = now() WHERE order_id = $1 AND position = 0",
      [orderId],
    );
  };

  it('deletes no subscriber if an earlier release may have called, and tells the operators', async () => {
    const { orderId, imsi, line } = await aCreation({ orderType: provisionLine1 });
    await callOfEarlierRelease(orderId);
    numbers.set(imsi, line.msisdn as string);
    await cancel(orderId);
    const { status, steps } = await engine.runUntilSettled(orderId);
    expect([status, steps[0]?.error]).toEqual([
      'CANCEL_FAILED',
      expect.objectContaining({ code: 'subscriber-of-unknown-origin' }),
    ]);
    expect(operationsOf(orderId)).toEqual([]);
  });

  it('is undone once the subscriber is no longer there', async () => {
    const { orderId } = await aCreation({ orderType: provisionLine1 });
    await callOfEarlierRelease(orderId);
    await cancel(orderId);
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'CANCELLED' });
    expect(operationsOf(orderId)).toEqual(['deleteSubscriber']);
  });

  it('that has not started stores what it finds, as version 2 does', async () => {
    const { orderId } = await aCreation({ orderType: provisionLine1, found: suspended });
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'COMPLETED' });
    expect(await storedBy(orderId)).toEqual({ subscriber: suspended });
  });

  it('does not take a subscriber out of service by `activate: false`, which may be the default', async () => {
    const { orderId } = await aCreation({ orderType: provisionLine1, activate: false, found: inService });
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'FAILED' });
  });
});

describe.each([
  [blockLine, 'ACTIVE', suspended, inService],
  [unblockLine, 'BLOCKED', inService, suspended],
  [activateLine, 'STAND_BY', inService, { isInService: false, serviceStates: ['standby'] }],
] as const)('an order of type $code', (orderType, lineStatus, unexpected, expected) => {
  async function cancelAfterCall(found: FoundSubscriber, failure?: 'no-answer'): Promise<readonly unknown[]> {
    const line = await aLineWithResources(engine.db, lineStatus);
    engine.network.setFound(line.imsi, found);
    const { orderId } = await placeOrder(engine.deps, {
      orderType,
      caller: aCallerOf({ id: line.brokerId }),
      lineId: line.id,
      correlationId: 'c',
    });
    if (failure) {
      engine.network.failNext(`${orderId}-1:execute`, failure);
      await engine.handleWakeUps();
      // The network has made the change of the first call.
      engine.network.setFound(line.imsi, expected);
    }
    const call = engine.network.hold(`${orderId}-1:execute`);
    if (failure) await engine.expireWaits(orderId);
    const worker = engine.handleWakeUps();
    await call.arrived;
    await cancel(orderId);
    call.release();
    await worker;
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'CANCELLED' });
    return engine.network.calls
      .filter(({ key }) => key === `${orderId}-1:undo`)
      .map(({ operation, parameters }) => [operation, parameters[0]]);
  }

  it('brings back a state that it did not expect', async () => {
    expect(await cancelAfterCall(unexpected)).toEqual([['restoreSubscriber', unexpected]]);
  });

  it('brings it back although the first answer was lost', async () => {
    expect(await cancelAfterCall(unexpected, 'no-answer')).toEqual([['restoreSubscriber', unexpected]]);
  });

  it('brings back the state that it expected without storing it', async () => {
    expect(await cancelAfterCall(expected)).toEqual([['setServiceState', expected.serviceStates[0]]]);
  });
});

describe.each([
  [changeNumber, 'MSISDN'],
  [swapSim, 'SIM'],
] as const)('an order of type $code', (orderType, type) => {
  it.each([true, false])('brings back what it found when it is cancelled (already changed: %s)', async (isChanged) => {
    const line = await aLineWithResources(engine.db, 'ACTIVE');
    const pool = await aPool(engine.db, { brokerId: line.brokerId, type, count: 1 });
    const resource = await engine.db.prisma.resource.findFirstOrThrow({ where: { poolId: pool.id } });
    const newImsi = type === 'SIM' ? (resource.attributes as { imsi: string }).imsi : line.imsi;
    const newNumber = type === 'SIM' ? line.msisdn : resource.externalCode;
    if (isChanged) numbers.set(newImsi, newNumber);
    else numbers.set(line.imsi, line.msisdn);
    const request = { orderType, caller: aCallerOf({ id: line.brokerId }), lineId: line.id, correlationId: 'c' };
    const { orderId } = await placeOrder(engine.deps, { ...request, claims: [{ type, from: { poolId: pool.id } }] });
    const call = engine.network.hold(`${orderId}-1:execute`);
    const worker = engine.handleWakeUps();
    await call.arrived;
    await cancel(orderId);
    call.release();
    await worker;
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'CANCELLED' });
    const undo = engine.network.calls.find(({ key }) => key === `${orderId}-1:undo`);
    const [before, after] = type === 'SIM' ? [line.imsi, newImsi] : [line.msisdn, newNumber];
    expect(undo?.parameters[0]).toBe(isChanged ? after : before);
  });
});
