import { aLine, anActiveLine } from '@linework/testing/a-line';
import { aCallerOf, anOperator } from '@linework/testing/callers';
import { countWaitingSessions } from '@linework/testing/count-waiting-sessions';
import { createTestEngine, type TestEngine } from '@linework/testing/engine/test-engine';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { placeOrder } from '../../src/commands/place-order.ts';
import { placeOrders } from '../../src/commands/place-orders.ts';
import { activateLine } from '../../src/order-types/activate-line.ts';
import { blockLine } from '../../src/order-types/block-line.ts';
import type { LineOrderType } from '../../src/order-types/line-order-type.ts';
import { terminateLine } from '../../src/order-types/terminate-line.ts';
import { unblockLine } from '../../src/order-types/unblock-line.ts';
import { findLine } from '../../src/records/find-line.ts';
import { externalStep, testOrderType } from './test-order-types.ts';

const caller = anOperator();
const keepsStatusType = testOrderType('TEST_STAYS', 'halt', [externalStep('A')], {
  request: 'swap',
  allowedStatuses: ['ACTIVE'],
});

describe('placing an order', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await createTestEngine({ orderTypes: [blockLine, terminateLine, activateLine, keepsStatusType] });
  });
  afterAll(() => engine.close());
  beforeEach(() => {
    engine.wakeUps.length = 0;
  });

  const request = (lineId: string, orderType: LineOrderType = blockLine) => ({
    orderType,
    caller,
    lineId,
    correlationId: 'c-9',
  });
  const place = (lineId: string, orderType?: LineOrderType) => placeOrder(engine.deps, request(lineId, orderType));

  it('sends one wake-up and stores the request', async () => {
    const line = await aLine(engine.db, 'ACTIVE', { externalCode: 'mine' });
    const { orderId } = await placeOrder(engine.deps, {
      ...request(line.id),
      caller: aCallerOf({ id: line.brokerId }),
      metadata: { note: 'x' },
    });
    expect(engine.wakeUps).toEqual([{ orderId, epoch: 0 }]);
    expect(await engine.find(orderId)).toMatchObject({
      type: 'LINE_BLOCK',
      status: 'PENDING',
      resource: { type: 'line', id: line.id },
      brokerId: line.brokerId,
      externalCode: 'mine',
      correlationId: 'c-9',
      metadata: { note: 'x' },
    });
  });

  it('returns the line as a read shows it afterwards', async () => {
    for (const orderType of [blockLine, keepsStatusType]) {
      const line = await aLine(engine.db, 'ACTIVE', { externalCode: 'mine' });
      const { line: placed } = await place(line.id, orderType);
      expect(placed).toEqual(await findLine(engine.db, { caller, lineId: line.id }));
    }
  });

  it('records the key of the caller in its events', async () => {
    const line = await anActiveLine(engine.db);
    const { orderId } = await place(line.id);
    const events = await engine.db.prisma.event.findMany({ where: { orderId }, orderBy: { seq: 'asc' } });
    expect(events).toMatchObject([
      { type: 'order.placed', toStatus: 'PENDING', keyId: caller.keyId },
      { type: 'line.block_started', fromStatus: 'ACTIVE', toStatus: 'BLOCKING', keyId: caller.keyId },
    ]);
  });

  it('does not update a line whose status stays the same', async () => {
    const line = await anActiveLine(engine.db);
    const before = await engine.db.prisma.line.findUniqueOrThrow({ where: { id: line.id } });
    const placed = await place(line.id, keepsStatusType);
    expect(placed.line).toMatchObject({ status: 'ACTIVE', updatedAt: before.updatedAt.toISOString() });
    expect(await engine.db.prisma.line.findUniqueOrThrow({ where: { id: line.id } })).toEqual(before);
  });

  it('returns the line as the transaction that it waited for has left it', async () => {
    const line = await anActiveLine(engine.db);
    const { placement } = await engine.db.transaction(async (tx) => {
      await tx.prisma.line.update({ where: { id: line.id }, data: { externalCode: 'a new one' } });
      const placing = place(line.id, keepsStatusType);
      await waitUntil('the order waits for the line', async () => (await countWaitingSessions(engine.db)) === 1);
      return { placement: placing };
    });
    expect((await placement).line).toMatchObject({ externalCode: 'a new one' });
    expect(await engine.find((await placement).orderId)).toMatchObject({ externalCode: 'a new one' });
  });

  it('in a transaction sends the wake-up after the commit, and writes nothing without one', async () => {
    const line = await anActiveLine(engine.db);
    const work = engine.db.transaction(async (tx) => {
      await placeOrder({ ...engine.deps, db: tx }, request(line.id));
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(engine.wakeUps).toEqual([]);
    await engine.db.transaction(async (tx) => {
      await placeOrder({ ...engine.deps, db: tx }, request(line.id));
      expect(engine.wakeUps).toEqual([]);
    });
    expect(engine.wakeUps).toHaveLength(1);
  });

  it('does not find a line of another broker', async () => {
    const line = await anActiveLine(engine.db);
    const other = placeOrder(engine.deps, { ...request(line.id), caller: aCallerOf({ id: crypto.randomUUID() }) });
    await expect(other).rejects.toMatchObject({ name: 'not-found' });
    expect(await engine.db.prisma.order.count({ where: { resourceId: line.id } })).toBe(0);
  });

  it('names the open order in a conflict', async () => {
    const line = await anActiveLine(engine.db);
    const { orderId } = await place(line.id);
    // The line is already BLOCKING, so the status is checked before the open order.
    await expect(place(line.id)).rejects.toMatchObject({
      name: 'invalid-status-transition',
      members: { currentStatus: 'BLOCKING', allowed: [], orderId },
    });
    // Whether another request is allowed is decided after that order has settled.
    for (const other of [terminateLine, unblockLine]) {
      await expect(place(line.id, other)).rejects.toMatchObject({
        name: 'conflict',
        code: 'open-order',
        members: { orderId },
      });
    }
    expect(engine.wakeUps.map((wakeUp) => wakeUp.orderId)).toEqual([orderId]);
  });

  it('lists the allowed requests', async () => {
    const line = await aLine(engine.db, 'STAND_BY');
    await expect(place(line.id)).rejects.toMatchObject({
      name: 'invalid-status-transition',
      members: { currentStatus: 'STAND_BY', requested: 'block', allowed: ['activate', 'delete'] },
    });
  });

  const ways: Record<string, (lineId: string) => Promise<string | undefined>> = {
    'by itself': async (lineId) => (await place(lineId, terminateLine)).orderId,
    'beside others': async (lineId) => {
      const other = await anActiveLine(engine.db);
      const [, { orderId }] = await Promise.all([place(other.id, terminateLine), place(lineId, terminateLine)]);
      return orderId;
    },
    'together with others': async (lineId) => {
      const other = await anActiveLine(engine.db);
      const requests = [request(other.id, terminateLine), request(lineId, terminateLine)];
      return (await engine.db.transaction((db) => placeOrders({ ...engine.deps, db }, requests)))[1];
    },
  };

  it.each(Object.keys(ways))('supersedes the unresolved failures of older orders %s, with an event', async (way) => {
    const line = await anActiveLine(engine.db);
    const first = await place(line.id);
    const [step] = (await engine.find(first.orderId)).steps;
    engine.network.failNext(`${step?.id}:execute`, 'permanent');
    expect(await engine.runUntilSettled(first.orderId)).toMatchObject({ status: 'FAILED' });
    const second = (await ways[way]?.(line.id)) as string;
    expect(await engine.db.prisma.order.findUnique({ where: { id: first.orderId } })).toMatchObject({
      supersededBy: second,
      status: 'FAILED',
    });
    expect(
      await engine.db.prisma.event.findMany({ where: { type: 'order.superseded', orderId: second } }),
    ).toMatchObject([{ resourceId: first.orderId }]);
    expect(await engine.runUntilSettled(second)).toMatchObject({ status: 'COMPLETED' });
  });
});
