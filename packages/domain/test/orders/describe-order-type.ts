import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderType } from '../../src/orders/order-type.ts';
import { describeAttempts } from './describe-attempts.ts';
import { describeAway } from './describe-away.ts';
import { describeCancels } from './describe-cancels.ts';
import { describeFailures } from './describe-failures.ts';
import { describeLostWorkers } from './describe-lost-workers.ts';
import { describeOperators } from './describe-operators.ts';
import { describeWaiting } from './describe-waiting.ts';
import { callsOf, lineAfter } from './expected.ts';
import { anOrderOf, restingSources, statusOfLine } from './order-on-line.ts';
import { type TestEngine, testEngine } from './test-engine.ts';

export interface DescribeOptions {
  /** Unless told otherwise the network knows idempotency keys. */
  readonly networkKnowsKeys?: boolean;
}

/** The hard questions that every order type is asked, on a database of its own that must be sound afterwards. */
export function describeOrderType(orderType: OrderType, { networkKnowsKeys = true }: DescribeOptions = {}): void {
  describe(`an order of type ${orderType.code}${networkKnowsKeys ? '' : ', on a network without keys,'}`, () => {
    let engine: TestEngine;
    beforeAll(async () => {
      engine = await testEngine({ orderTypes: [orderType], settings: { takeLimit: 8 }, networkKnowsKeys });
    });
    afterAll(() => engine.close());
    const given = () => engine;

    it.each(restingSources(orderType))('is carried out on a line that is %s, each step once and in turn', async (status) => {
      const order = await anOrderOf(orderType, engine, status);
      const { status: end, steps, failure } = await engine.carryOut(order.orderId);

      expect({ end, failure }).toEqual({ end: 'COMPLETED', failure: null });
      expect(steps.map((step) => [step.status, step.attempt])).toEqual(orderType.steps.map(() => ['SUCCESS', 1]));
      expect(engine.network.calls.map(({ key }) => key).filter((key) => order.keys.some(({ execute }) => execute === key))).toEqual(
        callsOf(orderType).map((position) => order.keys[position]?.execute),
      );
      expect(await statusOfLine(engine, order)).toBe(lineAfter(orderType, order, 'COMPLETED'));
    });

    describeFailures(orderType, given);
    describeCancels(orderType, given);
    describeLostWorkers(orderType, given);
    describeOperators(orderType, given);
    describeAttempts(orderType, given);
    describeAway(orderType, given);
    describeWaiting(orderType, given);

    it('leaves a sound database and a sound ledger behind', async () => {
      await checkInvariants(engine.db, { effects: engine.network.effects, orderTypes: [orderType], knowsKeys: networkKnowsKeys });
    });
  });
}
