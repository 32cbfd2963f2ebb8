import { aBroker } from '@linework/testing/a-broker';
import { aHolder } from '@linework/testing/a-holder';
import { anActiveLine } from '@linework/testing/a-line';
import { aLineWithResources } from '@linework/testing/a-line-with-resources';
import { aPool } from '@linework/testing/a-pool';
import { aCallerOf } from '@linework/testing/callers';
import { createTestEngine, type TestEngine } from '@linework/testing/engine/test-engine';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLine } from '../../src/commands/create-line.ts';
import { placeOrder } from '../../src/commands/place-order.ts';
import { blockLine } from '../../src/order-types/block-line.ts';
import { changeNumber } from '../../src/order-types/change-number.ts';
import type { LineOrderType } from '../../src/order-types/line-order-type.ts';
import { provisionLine } from '../../src/order-types/provision-line.ts';
import { externalStep, testOrderType } from './test-order-types.ts';

const twoCalls = testOrderType('TWO_CALLS', 'halt', [externalStep('A'), externalStep('B')]);
const staying = testOrderType('STAYING', 'halt', [externalStep('A'), externalStep('B')], {
  request: 'swap',
  allowedStatuses: ['ACTIVE'],
});
const committed: string[] = [];

let engine: TestEngine;
beforeAll(async () => {
  engine = await createTestEngine({
    orderTypes: [blockLine, changeNumber, provisionLine, twoCalls, staying],
    observer: { transitionsCommitted: (variant) => void committed.push(variant) },
  });
});
beforeEach(() => {
  committed.length = 0;
  engine.network.clearFailures();
});
afterAll(() => engine.close());

async function place(
  orderType: LineOrderType,
  line: { readonly id: string; readonly brokerId: string },
  poolId?: string,
): Promise<string> {
  const claims = poolId === undefined ? {} : { claims: [{ type: 'MSISDN', from: { poolId } }] as const };
  const caller = aCallerOf({ id: line.brokerId });
  return (await placeOrder(engine.deps, { orderType, caller, lineId: line.id, correlationId: 'c', ...claims })).orderId;
}

/** Two orders that are executed at the same time. */
async function runTogether(orderType: LineOrderType): Promise<void> {
  const orderIds = await Promise.all(
    [anActiveLine(engine.db), anActiveLine(engine.db)].map(async (line) => place(orderType, await line)),
  );
  await Promise.all(engine.wakeUps.splice(0).map((wakeUp) => engine.advanceOrder(wakeUp)));
  for (const orderId of orderIds) expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'COMPLETED' });
}

describe('the variants of the committing statement, used', () => {
  it('are step and move for an order of two calls', async () => {
    await engine.runUntilSettled(await place(twoCalls, await anActiveLine(engine.db)));
    expect(committed).toEqual(['step', 'move']);
  });

  it('is next for the end of a step when the order was acquired twice', async () => {
    const orderId = await place(twoCalls, await anActiveLine(engine.db));
    await engine.db.pool.query('UPDATE orders SET acquisitions = 1, epoch = 1 WHERE id = $1', [orderId]);
    await engine.advanceOrder({ orderId, epoch: 1 });
    expect(committed).toEqual(['order', 'next', 'move']);
  });

  it('is move-stock for a block', async () => {
    await engine.runUntilSettled(await place(blockLine, await aLineWithResources(engine.db, 'ACTIVE')));
    expect(committed).toEqual(['move-stock']);
  });

  it('are order and any for a new number, which leaves the line in its status', async () => {
    const line = await aLineWithResources(engine.db, 'ACTIVE');
    const pool = await aPool(engine.db, { brokerId: line.brokerId, count: 1 });
    await engine.runUntilSettled(await place(changeNumber, line, pool.id));
    expect(committed).toEqual(['order', 'any']);
  });

  it('are order, any and move-claims for a new line, whose step stores what it found', async () => {
    const { id: holderId, brokerId } = await aHolder(engine.db, { brokerId: (await aBroker(engine.db)).id });
    const [numbers, sims] = [
      await aPool(engine.db, { brokerId, count: 1 }),
      await aPool(engine.db, { brokerId, type: 'SIM', count: 1 }),
    ];
    const creation = {
      orderType: provisionLine,
      holderId,
      msisdn: { poolId: numbers.id },
      sim: { poolId: sims.id },
      activate: true,
      metadata: {},
    };
    const { orderId } = await createLine(engine.deps, {
      ...creation,
      caller: aCallerOf({ id: brokerId }),
      correlationId: 'c',
    });
    await engine.runUntilSettled(orderId);
    expect(committed).toEqual(['order', 'any', 'move-claims']);
  });

  it('is any for an attempt that failed', async () => {
    const orderId = await place(blockLine, await aLineWithResources(engine.db, 'ACTIVE'));
    engine.network.failNext(`${orderId}-1:execute`, 'transient');
    await engine.runUntilSettled(orderId);
    expect(committed[0]).toBe('any');
  });

  it('are step-batch and move-batch for orders that are ready at the same time', async () => {
    await runTogether(twoCalls);
    expect(committed).toContain('step-batch');
    expect(committed).toContain('move-batch');
  });

  it('are step-batch and order-batch for orders that leave their lines and are ready at the same time', async () => {
    await runTogether(staying);
    expect(committed).toContain('step-batch');
    expect(committed).toContain('order-batch');
    expect(committed).not.toContain('move-batch');
  });

  it('is batch for attempts that fail at the same time', async () => {
    const orderIds = await Promise.all(
      [anActiveLine(engine.db), anActiveLine(engine.db)].map(async (line) => place(twoCalls, await line)),
    );
    for (const orderId of orderIds) engine.network.failNext(`${orderId}-1:execute`, 'transient');
    await Promise.all(engine.wakeUps.splice(0).map((wakeUp) => engine.advanceOrder(wakeUp)));
    for (const orderId of orderIds) await engine.runUntilSettled(orderId);
    expect(committed).toContain('batch');
  });
});
