import { anActiveLine } from '@linework/testing/a-line';
import { aCallerOf } from '@linework/testing/callers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blockLine } from '../../src/order-types/block-line.ts';
import { placeOrder } from '../../src/orders/place-order.ts';
import { createTestEngine, type TestEngine } from './test-engine.ts';

describe('taking an order', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await createTestEngine({ orderTypes: [blockLine] });
  });
  afterAll(() => engine.close());

  async function anOrder() {
    const line = await anActiveLine(engine.db);
    const { orderId } = await placeOrder(engine.deps, { orderType: blockLine, caller: aCallerOf({ id: line.brokerId }), lineId: line.id, correlationId: '' });
    const [step] = (await engine.find(orderId)).steps;
    return { orderId, key: `${step?.id}:execute` };
  }

  it('lets one of two rings in the same instant have it', async () => {
    const { orderId, key } = await anOrder();
    await Promise.all([engine.advanceOrder({ orderId, epoch: 0 }), engine.advanceOrder({ orderId, epoch: 0 })]);
    expect(engine.network.calls.filter((call) => call.key === key)).toHaveLength(1);
    expect(await engine.find(orderId)).toMatchObject({ status: 'COMPLETED' });
  });

  it('lets one of two rings in the same instant have an order whose worker was lost in a call', async () => {
    const { orderId, key } = await anOrder();
    const lost = engine.network.hold(key);
    const gone = engine.advanceOrder({ orderId, epoch: 0 });
    await lost.arrived;
    await engine.expireWaits(orderId);
    const ring = engine.wakeUps.findLast((one) => one.orderId === orderId);
    if (!ring) throw new Error('nobody rang');
    await Promise.all([engine.advanceOrder(ring), engine.advanceOrder(ring)]);
    expect(engine.network.calls.filter((call) => call.key === key)).toHaveLength(2);
    lost.release();
    await gone;
  });
});
