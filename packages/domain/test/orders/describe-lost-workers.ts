import { describe, expect, it } from 'vitest';
import { armCrashPoint } from '../../src/orders/crash-points.ts';
import type { OrderType } from '../../src/orders/order-type.ts';
import { callsOf } from './expected.ts';
import { anOrderOf, everythingAbout } from './order-on-line.ts';
import type { TestEngine } from './test-engine.ts';

/** What happens when workers are too many, or die, or come back late. */
export function describeLostWorkers(orderType: OrderType, given: () => TestEngine): void {
  it('is carried out once when every ring comes twice, to two workers at once', async () => {
    const engine = given();
    const order = await anOrderOf(orderType, engine);
    const another = engine.anotherWorker();
    const twice = engine.rings.splice(0);
    await Promise.all([...twice, ...twice].flatMap((ring) => [engine.advanceOrder(ring), another(ring)]));
    const { status, steps } = await engine.carryOut(order.orderId);
    expect(status).toBe('COMPLETED');
    expect(steps.map(({ attempt }) => attempt)).toEqual(orderType.steps.map(() => 1));
    for (const { execute } of order.keys) expect(engine.network.calls.filter(({ key }) => key === execute).length).toBeLessThan(2);
  });

  it.each(callsOf(orderType))('is finished by another worker when one is lost in step %i, and a late result changes nothing', async (position) => {
    const engine = given();
    const order = await anOrderOf(orderType, engine);
    const held = engine.network.hold(order.keys[position]?.execute as string);
    const lost = engine.advanceOrder({ orderId: order.orderId, run: 0 });
    await held.arrived;
    await engine.letTimePass(order.orderId);

    const { status, steps } = await engine.carryOut(order.orderId);
    expect({ status, attempts: steps.map(({ attempt }) => attempt) }).toEqual({ status: 'COMPLETED', attempts: orderType.steps.map(() => 1) });

    const before = await everythingAbout(engine, order);
    held.release();
    await lost;
    expect(await everythingAbout(engine, order)).toEqual(before);
  });

  const points = ['after-take', 'before-call', 'after-call', 'before-record', 'after-record'] as const;
  describe.each(points)('whose worker throws %s', (point) => {
    it.each([1, 2, 3])('%i times is carried out all the same', async (times) => {
      const engine = given();
      const order = await anOrderOf(orderType, engine);
      armCrashPoint(point, 'throw', times);
      for (let take = 0; take < times + 1; take += 1) {
        await engine.answerRings().catch(() => {});
        await engine.letTimePass(order.orderId);
      }
      expect(await engine.carryOut(order.orderId)).toMatchObject({ status: 'COMPLETED' });
    });
  });
}
