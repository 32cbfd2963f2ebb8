import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { describeAcceptedCalls } from './describe-accepted-calls.ts';
import { describeAttempts } from './describe-attempts.ts';
import { describeCancels } from './describe-cancels.ts';
import { describeFailures } from './describe-failures.ts';
import { describeLostWorkers } from './describe-lost-workers.ts';
import { describeOperatorCommands } from './describe-operator-commands.ts';
import { describeScheduledOrders } from './describe-scheduled-orders.ts';
import { describeSystemUnavailable } from './describe-system-unavailable.ts';
import { expectedLineStatus, listCallPositions } from './expected-outcomes.ts';
import { aPlacedOrder, findLineStatus, listSettledSources } from './placed-order.ts';
import { createTestEngine, type PlaceTestOrder, type TestEngine, type TestOrderType } from './test-engine.ts';

export interface DescribeOptions {
  readonly place: PlaceTestOrder;
  /** Whether the network supports idempotency keys; true by default. */
  readonly networkKnowsKeys?: boolean;
}

/** The tests that every order type has to pass, with a database of its own whose invariants must hold afterwards. */
export function describeOrderType(orderType: TestOrderType, { place, networkKnowsKeys = true }: DescribeOptions): void {
  describe(`an order of type ${orderType.code}${networkKnowsKeys ? '' : ', on a network without keys,'}`, () => {
    let engine: TestEngine;
    beforeAll(async () => {
      engine = await createTestEngine({
        orderTypes: [orderType],
        settings: { acquisitionLimit: 8 },
        networkKnowsKeys,
        place,
      });
    });
    afterAll(() => engine.close());
    const getEngine = () => engine;

    it.each(listSettledSources(orderType))(
      'is executed on a line that is %s, each step once and in order',
      async (status) => {
        const order = await aPlacedOrder(orderType, engine, status);
        const { status: end, steps, failure } = await engine.runUntilSettled(order.orderId);

        expect({ end, failure }).toEqual({ end: 'COMPLETED', failure: null });
        expect(steps.map((step) => [step.status, step.attempt])).toEqual(orderType.steps.map(() => ['SUCCESS', 1]));
        expect(
          engine.network.calls.map(({ key }) => key).filter((key) => order.keys.some(({ execute }) => execute === key)),
        ).toEqual(listCallPositions(orderType).map((position) => order.keys[position]?.execute));
        expect(await findLineStatus(engine, order)).toBe(expectedLineStatus(orderType, order, 'COMPLETED'));
      },
    );

    describeFailures(orderType, getEngine);
    describeCancels(orderType, getEngine);
    describeLostWorkers(orderType, getEngine);
    describeOperatorCommands(orderType, getEngine);
    describeAttempts(orderType, getEngine);
    describeAcceptedCalls(orderType, getEngine);
    // These tests repeat no call that has arrived, so the network never compares keys.
    if (networkKnowsKeys) {
      describeSystemUnavailable(orderType, getEngine);
      describeScheduledOrders(orderType, getEngine);
    }

    it('calls the network only under the keys of its steps', () => {
      const foreign = engine.network.calls.filter(({ key }) => !/^[0-9a-f-]{36}-\d+(:\d+)?:(execute|undo)$/.test(key));
      expect(foreign).toEqual([]);
    });

    it('leaves no broken invariant in the database or on the network', async () => {
      await checkInvariants(engine.db, {
        effects: engine.network.effects,
        orderTypes: [orderType],
        honoursKeys: networkKnowsKeys,
      });
    });
  });
}
