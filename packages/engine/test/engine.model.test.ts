import { openStatuses, orderLifecycle } from '@linework/schemas/lifecycles/order.lifecycle';
import { anActiveLine } from '@linework/testing/a-line';
import { aCallerOf, anOperator } from '@linework/testing/callers';
import { createTestEngine, type TestEngine } from '@linework/testing/engine/test-engine';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import type { HeldCall, InjectedFailure } from '@linework/testing/recording-network';
import { runsOf } from '@linework/testing/run/sample';
import { takesLong } from '@linework/testing/run/takes-long';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelOrder } from '../src/commands/cancel-order.ts';
import { closeOrder } from '../src/commands/close-order.ts';
import { retryOrder } from '../src/commands/retry-order.ts';
import { rollbackOrder } from '../src/commands/rollback-order.ts';
import { skipStep } from '../src/commands/skip-step.ts';
import { placeOrder } from './support/place-order.ts';
import { testOrderTypes } from './support/test-order-types.ts';

takesLong('many-cases');

const caller = anOperator();
const step = fc.nat(2);
const kind = fc.constantFrom('execute' as const, 'undo' as const);

const failure = fc.record({
  what: fc.constant('failure' as const),
  step,
  kind,
  failure: fc.constantFrom<InjectedFailure>(
    'unavailable',
    'unavailable-after',
    'transient',
    'transient-after',
    'permanent',
    'bug',
    'later',
    'never',
    'refused-later',
  ),
  times: fc.integer({ min: 1, max: 4 }),
});
const hold = fc.record({ what: fc.constant('hold' as const), step, kind });
/** One action. Only `settle` gives the previous ones time to end. */
const action = fc.oneof(
  { weight: 3, arbitrary: fc.record({ what: fc.constant('wake-up' as const), old: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('pass-time' as const) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('pass-deadline' as const) }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('settle' as const) }) },
  { weight: 1, arbitrary: failure },
  { weight: 1, arbitrary: hold },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('release' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('ask' as const),
      request: fc.constantFrom(
        'cancel' as const,
        'retry' as const,
        'rollback' as const,
        'skip' as const,
        'close' as const,
      ),
      step,
    }),
  },
);
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never;
const undoFailure = fc.record({
  what: fc.constant('failure' as const),
  step,
  kind: fc.constant('undo' as const),
  failure: fc.constant<InjectedFailure>('permanent'),
  times: fc.constant(1),
});
/** Most failures have to be set before the first wake-up. */
const scenario = fc
  .tuple(
    fc.array(fc.oneof(failure, failure, hold, undoFailure), { maxLength: 3 }),
    fc.array(action, { minLength: 3, maxLength: 25 }),
  )
  .map(([before, after]): readonly Action[] => [...before, ...after]);

const ask = {
  cancel: (engine: TestEngine, orderId: string) => cancelOrder(engine.deps, { caller, orderId, reason: 'any' }),
  retry: (engine: TestEngine, orderId: string) => retryOrder(engine.deps, { caller, orderId }),
  rollback: (engine: TestEngine, orderId: string) => rollbackOrder(engine.deps, { caller, orderId }),
  skip: (engine: TestEngine, orderId: string, step: number) =>
    skipStep(engine.deps, { caller, orderId, stepId: `${orderId}-${step + 1}`, reason: 'any' }),
  close: (engine: TestEngine, orderId: string) => closeOrder(engine.deps, { caller, orderId, reason: 'any' }),
};

describe('an order on PostgreSQL, after any sequence of actions,', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await createTestEngine({ orderTypes: testOrderTypes, settings: { acquisitionLimit: 30 } });
  });
  afterAll(() => engine.close());

  async function runActions(orderType: (typeof testOrderTypes)[number], waits: boolean, actions: readonly Action[]) {
    const line = await anActiveLine(engine.db);
    engine.wakeUps.length = 0;
    engine.network.clearFailures();
    const { orderId } = await placeOrder(engine.deps, {
      orderType,
      caller: aCallerOf({ id: line.brokerId }),
      lineId: line.id,
      correlationId: '',
      notBefore: waits ? new Date(Date.now() + 60_000) : undefined,
    });
    const ids = (await engine.find(orderId)).steps.map(({ id }) => id);
    const sentWakeUps = [...engine.wakeUps];
    const workers: Promise<unknown>[] = [];
    const requests: Promise<unknown>[] = [];
    const holds: HeldCall[] = [];
    for (const one of actions) {
      sentWakeUps.push(...engine.wakeUps.splice(0));
      if (one.what === 'wake-up')
        workers.push(
          Promise.resolve(engine.advanceOrder(sentWakeUps.at(-1 - one.old) ?? { orderId, epoch: 0 })).catch(
            ignoreExpected,
          ),
        );
      else if (one.what === 'pass-time') await engine.expireWaits(orderId);
      else if (one.what === 'pass-deadline') await passDeadlines();
      else if (one.what === 'settle') await new Promise((resolve) => setTimeout(resolve, 5));
      else if (one.what === 'failure') engine.network.failNext(`${ids[one.step]}:${one.kind}`, one.failure, one.times);
      else if (one.what === 'hold') holds.push(engine.network.hold(`${ids[one.step]}:${one.kind}`));
      else if (one.what === 'release') holds.shift()?.release();
      else requests.push(ask[one.request](engine, orderId, one.step).catch(ignoreExpected));
    }
    for (const held of holds) held.release();
    await Promise.all(requests);
    const { status } = await runUntilSettled(orderId);
    await Promise.all(workers);
    expect(await engine.find(orderId)).toMatchObject({ status });
  }

  const passDeadlines = () =>
    engine.db.pool.query(
      "UPDATE order_step SET awaited_until = now() - interval '1 s' WHERE awaited_until IS NOT NULL",
    );

  /**
   * Continues with the failures that are left; each occurs only a few times. Every wait ends at once, and so does the
   * deadline of an accepted call.
   */
  async function runUntilSettled(orderId: string) {
    for (let round = 0; round < 100; round += 1) {
      await engine.handleWakeUps().catch(ignoreExpected);
      const order = await engine.find(orderId);
      if (!(openStatuses as readonly string[]).includes(order.status)) return order;
      await passDeadlines();
      await engine.expireWaits(orderId);
    }
    throw new Error(`order ${orderId} does not settle`);
  }

  it('settles and breaks no invariant', async () => {
    const property = fc.asyncProperty(fc.constantFrom(...testOrderTypes), fc.boolean(), scenario, runActions);
    await fc.assert(property, { numRuns: runsOf(200, 80), endOnFailure: true });
    await checkInvariants(engine.db, { effects: engine.network.effects, orderTypes: testOrderTypes });
    // A run that did not reach nearly every status has tested nothing.
    const seen = await engine.db.prisma.event.findMany({
      where: { resourceType: 'order', toStatus: { not: null } },
      distinct: ['toStatus'],
    });
    expect(seen.length).toBeGreaterThanOrEqual(orderLifecycle.statuses.length - 2);
  });
});

/** The expected errors: a rejected request, or an error thrown by a crash point. */
function ignoreExpected(error: Error): undefined {
  if (error.name === 'TypeError' && error.message === 'a programming error') return;
  expect(error).toMatchObject({ status: 409 });
}
