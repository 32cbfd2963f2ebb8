import { armCrashPoint } from '@linework/engine/model/crash-points';
import { describe, expect, it } from 'vitest';
import { listCallPositions } from './expected-outcomes.ts';
import { aPlacedOrder, readAllRecords } from './placed-order.ts';
import type { TestEngine, TestOrderType } from './test-engine.ts';

/** Tests duplicate wake-ups and workers that die or report late. */
export function describeLostWorkers(orderType: TestOrderType, getEngine: () => TestEngine): void {
  it('is executed once if every wake-up comes twice, to two workers at once', async () => {
    const engine = getEngine();
    const order = await aPlacedOrder(orderType, engine);
    const another = engine.createWorker();
    const wakeUps = engine.wakeUps.splice(0);
    await Promise.all([...wakeUps, ...wakeUps].flatMap((wakeUp) => [engine.advanceOrder(wakeUp), another(wakeUp)]));
    const { status, steps } = await engine.runUntilSettled(order.orderId);
    expect(status).toBe('COMPLETED');
    expect(steps.map(({ attempt }) => attempt)).toEqual(orderType.steps.map(() => 1));
    for (const { execute } of order.keys)
      expect(engine.network.calls.filter(({ key }) => key === execute).length).toBeLessThan(2);
  });

  it.each(listCallPositions(orderType))(
    'is finished by another worker if one is lost in step %i, and a late result changes nothing',
    async (position) => {
      const engine = getEngine();
      const order = await aPlacedOrder(orderType, engine);
      const heldCall = engine.network.hold(order.keys[position]?.execute as string);
      const lostWorker = engine.advanceOrder({ orderId: order.orderId, epoch: 0 });
      await heldCall.arrived;
      await engine.expireWaits(order.orderId);

      const { status, steps } = await engine.runUntilSettled(order.orderId);
      expect({ status, attempts: steps.map(({ attempt }) => attempt) }).toEqual({
        status: 'COMPLETED',
        attempts: orderType.steps.map(() => 1),
      });

      const before = await readAllRecords(engine, order);
      heldCall.release();
      await lostWorker;
      expect(await readAllRecords(engine, order)).toEqual(before);
    },
  );

  const points = ['after-acquire', 'before-call', 'after-call', 'before-commit', 'after-commit'] as const;
  describe.each(points)('whose worker throws %s', (point) => {
    it.each([1, 3])('%i times is still executed', async (times) => {
      const engine = getEngine();
      const order = await aPlacedOrder(orderType, engine);
      armCrashPoint(point, 'throw', times);
      for (let acquisition = 0; acquisition < times + 1; acquisition += 1) {
        await engine.handleWakeUps().catch(() => {});
        await engine.expireWaits(order.orderId);
      }
      expect(await engine.runUntilSettled(order.orderId)).toMatchObject({ status: 'COMPLETED' });
    });
  });
}
