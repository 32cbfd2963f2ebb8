import { anActiveLine } from '@linework/testing/a-line';
import { aCallerOf } from '@linework/testing/callers';
import { createTestEngine, type TestEngine } from '@linework/testing/engine/test-engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeOrder } from './support/place-order.ts';
import { blockLine } from './support/test-order-types.ts';

describe('acquiring an order', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await createTestEngine({ orderTypes: [blockLine] });
  });
  afterAll(() => engine.close());

  async function anOrder() {
    const line = await anActiveLine(engine.db);
    const { orderId } = await placeOrder(engine.deps, {
      orderType: blockLine,
      caller: aCallerOf({ id: line.brokerId }),
      lineId: line.id,
      correlationId: '',
    });
    const [step] = (await engine.find(orderId)).steps;
    return { orderId, key: `${step?.id}:execute` };
  }

  it('succeeds for only one of two concurrent wake-ups', async () => {
    const { orderId, key } = await anOrder();
    await Promise.all([engine.advanceOrder({ orderId, epoch: 0 }), engine.advanceOrder({ orderId, epoch: 0 })]);
    expect(engine.network.calls.filter((call) => call.key === key)).toHaveLength(1);
    expect(await engine.find(orderId)).toMatchObject({ status: 'COMPLETED' });
  });

  it('succeeds for only one of two concurrent wake-ups after the worker was lost in a call', async () => {
    const { orderId, key } = await anOrder();
    const heldCall = engine.network.hold(key);
    const lostWorker = engine.advanceOrder({ orderId, epoch: 0 });
    await heldCall.arrived;
    await engine.expireWaits(orderId);
    const wakeUp = engine.wakeUps.findLast((one) => one.orderId === orderId);
    if (!wakeUp) throw new Error('there is no wake-up for the order');
    await Promise.all([engine.advanceOrder(wakeUp), engine.advanceOrder(wakeUp)]);
    expect(engine.network.calls.filter((call) => call.key === key)).toHaveLength(2);
    heldCall.release();
    await lostWorker;
  });
});
