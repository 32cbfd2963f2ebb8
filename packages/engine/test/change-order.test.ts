import { anActiveLine } from '@linework/testing/a-line';
import { aCallerOf, anOperator } from '@linework/testing/callers';
import { createTestEngine, type TestEngine } from '@linework/testing/engine/test-engine';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cancelOrder } from '../src/commands/cancel-order.ts';
import { changeOrder } from '../src/commands/change-order.ts';
import { closeOrder } from '../src/commands/close-order.ts';
import { retryOrder } from '../src/commands/retry-order.ts';
import { planRollback, rollbackOrder } from '../src/commands/rollback-order.ts';
import { placeOrder } from './support/place-order.ts';
import { blockLine } from './support/test-order-types.ts';

const caller = anOperator();

describe('a request on an order', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await createTestEngine({ orderTypes: [blockLine] });
  });
  afterAll(() => engine.close());
  beforeEach(() => {
    engine.wakeUps.length = 0;
  });

  async function anOrder() {
    const line = await anActiveLine(engine.db);
    const { orderId } = await placeOrder(engine.deps, {
      orderType: blockLine,
      caller,
      lineId: line.id,
      correlationId: '',
    });
    const [step] = (await engine.find(orderId)).steps;
    return { line, orderId, key: `${step?.id}:execute` };
  }

  async function aFailedOrder() {
    const order = await anOrder();
    engine.network.failNext(order.key, 'permanent');
    expect(await engine.runUntilSettled(order.orderId)).toMatchObject({ status: 'FAILED' });
    engine.wakeUps.length = 0;
    return order;
  }

  const requests = [
    ['cancel', (orderId: string, by = caller) => cancelOrder(engine.deps, { caller: by, orderId, reason: 'any' })],
    ['retry', (orderId: string, by = caller) => retryOrder(engine.deps, { caller: by, orderId })],
    ['rollback', (orderId: string, by = caller) => rollbackOrder(engine.deps, { caller: by, orderId })],
  ] as const;

  it.each(requests)(
    'to %s it raises not-found if the order does not exist or belongs to another broker',
    async (request, ask) => {
      await expect(ask(crypto.randomUUID())).rejects.toMatchObject({ name: 'not-found' });
      const { orderId } = request === 'cancel' ? await anOrder() : await aFailedOrder();
      await expect(ask(orderId, aCallerOf({ id: crypto.randomUUID() }))).rejects.toMatchObject({ name: 'not-found' });
    },
  );

  it('that is PENDING can only be a cancel', async () => {
    const { orderId } = await anOrder();
    for (const [request, ask] of requests.slice(1)) {
      await expect(ask(orderId)).rejects.toMatchObject({
        name: 'invalid-status-transition',
        members: { requested: request, allowed: ['cancel'] },
      });
    }
  });

  it('notifies the workers with the epoch that it creates', async () => {
    const { orderId } = await aFailedOrder();
    await retryOrder(engine.deps, { caller, orderId });
    const { rows } = await engine.db.pool.query('SELECT epoch, acquired_epoch FROM orders WHERE id = $1', [orderId]);
    expect(engine.wakeUps).toEqual([{ orderId, epoch: rows[0].epoch }]);
    expect(rows[0].epoch).toBeGreaterThan(rows[0].acquired_epoch);
  });

  it('sends no wake-up while a worker has the lease, because that worker detects the change', async () => {
    const { orderId, key } = await anOrder();
    const held = engine.network.hold(key);
    const worker = engine.advanceOrder({ orderId, epoch: 0 });
    await held.arrived;
    engine.wakeUps.length = 0;
    await cancelOrder(engine.deps, { caller, orderId, reason: 'any' });
    expect(engine.wakeUps).toEqual([]);
    held.release();
    await worker;
    expect(await engine.find(orderId)).toMatchObject({ status: 'CANCELLED' });
  });

  it('sends a wake-up when the worker with the lease is lost', async () => {
    const { orderId, key } = await anOrder();
    const held = engine.network.hold(key);
    const worker = engine.advanceOrder({ orderId, epoch: 0 });
    await held.arrived;
    await engine.expireWaits(orderId);
    engine.wakeUps.length = 0;
    await cancelOrder(engine.deps, { caller, orderId, reason: 'any' });
    expect(engine.wakeUps).toMatchObject([{ orderId }]);
    await engine.handleWakeUps();
    expect(await engine.find(orderId)).toMatchObject({ status: 'CANCELLED' });
    held.release();
    await worker;
  });

  it('records the key of the caller in its events', async () => {
    const { orderId } = await anOrder();
    await cancelOrder(engine.deps, { caller, orderId, reason: 'any' });
    const events = await engine.db.prisma.event.findMany({
      where: { orderId, toStatus: { in: ['CANCELLED', 'ACTIVE'] } },
    });
    expect(events.map(({ keyId }) => keyId)).toEqual([caller.keyId, caller.keyId]);
  });

  it('that is superseded can only be a close', async () => {
    const { line, orderId } = await aFailedOrder();
    await placeOrder(engine.deps, { orderType: blockLine, caller, lineId: line.id, correlationId: '' });
    for (const [, ask] of requests) {
      await expect(ask(orderId)).rejects.toMatchObject({
        name: 'invalid-status-transition',
        members: { currentStatus: 'FAILED', allowed: ['close'] },
      });
    }
  });

  it('to close it after a failed cancel keeps the reason for the cancel', async () => {
    const { orderId, key } = await anOrder();
    const held = engine.network.hold(key);
    const worker = engine.advanceOrder({ orderId, epoch: 0 });
    await held.arrived;
    engine.network.failNext(key.replace(':execute', ':undo'), 'permanent');
    await cancelOrder(engine.deps, { caller, orderId, reason: 'the customer stays' });
    held.release();
    await worker;
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'CANCEL_FAILED' });
    await closeOrder(engine.deps, { caller, orderId, reason: 'resumed by hand' });
    expect(await engine.find(orderId)).toMatchObject({ status: 'CANCELLED', cancellationReason: 'the customer stays' });
  });

  it('changes nothing and sends no wake-up when the write fails', async () => {
    const { orderId } = await aFailedOrder();
    const change = changeOrder(engine.deps, { caller, orderId, request: 'rollback' }, (order) => ({
      ...planRollback(order),
      due: null,
    }));
    await expect(change).rejects.toThrow('due_while_open');
    expect(engine.wakeUps).toEqual([]);
    expect(await engine.find(orderId)).toMatchObject({ status: 'FAILED' });
  });
});
