import { anActiveLine } from '@linework/testing/a-line';
import { aCallerOf, anOperator } from '@linework/testing/callers';
import { createTestEngine, type TestEngine } from '@linework/testing/engine/test-engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelOrder } from '../src/commands/cancel-order.ts';
import { placeOrder } from './support/place-order.ts';
import { externalStep, testOrderType } from './support/test-order-types.ts';

const oneCall = testOrderType('ONE_CALL', 'halt', [externalStep('A')]);
const always = 10_000;
/** More than the attempts of a step. */
const polls = 12;

// This network has no circuit breaker, like an order whose attempts are spread over so many workers that no breaker
// opens.
describe('an order whose system answers no call, while no worker sees enough of them to open a breaker', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await createTestEngine({ orderTypes: [oneCall] });
  });
  afterAll(() => engine.close());

  async function unanswered() {
    const line = await anActiveLine(engine.db);
    const { orderId } = await placeOrder(engine.deps, {
      orderType: oneCall,
      caller: aCallerOf({ id: line.brokerId }),
      lineId: line.id,
      correlationId: '',
    });
    engine.network.failNext(`${orderId}-1:execute`, 'no-answer', always);
    for (let at = 0; at < polls; at += 1) {
      await engine.handleWakeUps();
      await engine.expireWaits(orderId);
    }
    await engine.handleWakeUps();
    return orderId;
  }

  const callsUnder = (key: string) => engine.network.calls.filter((call) => call.key === key).length;
  const letAnHourPass = (orderId: string) =>
    engine.db.pool.query("UPDATE orders SET unavailable_since = unavailable_since - interval '1 hour' WHERE id = $1", [
      orderId,
    ]);

  it('waits after the third call and continues when the system answers', async () => {
    const orderId = await unanswered();
    const step = { status: 'PENDING', error: { code: 'system-unavailable', cause: 'timeout' } };
    expect(await engine.find(orderId)).toMatchObject({ status: 'IN_PROGRESS', steps: [step] });
    expect(callsUnder(`${orderId}-1:execute`)).toBeGreaterThan(polls - 2);
    engine.network.clearFailures();
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'COMPLETED', steps: [{ error: null }] });
  });

  it('fails after it has waited too long', async () => {
    const orderId = await unanswered();
    await letAnHourPass(orderId);
    expect(await engine.runUntilSettled(orderId)).toMatchObject({
      status: 'FAILED',
      steps: [{ status: 'FAILED', error: { code: 'system-unavailable' } }],
    });
  });

  it('is undone when it is cancelled, because any of its calls may have taken effect', async () => {
    const orderId = await unanswered();
    await cancelOrder(engine.deps, { caller: anOperator(), orderId, reason: 'any' });
    expect(await engine.runUntilSettled(orderId)).toMatchObject({
      status: 'CANCELLED',
      steps: [{ status: 'ROLLED_BACK' }],
    });
    expect(callsUnder(`${orderId}-1:undo`)).toBe(1);
  });

  it('fails after its attempts if other errors come in between', async () => {
    const line = await anActiveLine(engine.db);
    const { orderId } = await placeOrder(engine.deps, {
      orderType: oneCall,
      caller: aCallerOf({ id: line.brokerId }),
      lineId: line.id,
      correlationId: '',
    });
    for (const failure of ['no-answer', 'transient', 'no-answer', 'transient', 'no-answer'] as const)
      engine.network.failNext(`${orderId}-1:execute`, failure);
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'FAILED' });
  });
});
