import { randomUUID } from 'node:crypto';
import { anActiveLine } from '@linework/testing/a-line';
import { aCallerOf } from '@linework/testing/callers';
import { countWritten, expectCosts, type Written } from '@linework/testing/costs';
import { createTestEngine } from '@linework/testing/engine/test-engine';
import { afterAll, describe, it } from 'vitest';
import { placeOrder } from '../../src/commands/place-order.ts';
import { defineLineCallStep } from '../../src/model/line-step.ts';
import { blockLine } from '../../src/order-types/block-line.ts';
import { defineLineOrder, type LineOrderType, noInput } from '../../src/order-types/line-order-type.ts';

const callOf = (code: string) => defineLineCallStep({ code, action: 'network.nothing', async execute() {} });
const threeCalls = defineLineOrder({
  code: 'THREE_CALLS',
  summary: 'Calls a system three times.',
  line: { request: 'block', allowedStatuses: ['ACTIVE'] },
  onFailure: 'halt',
  input: noInput,
  steps: [callOf('FIRST'), callOf('SECOND'), callOf('THIRD')],
});
const engine = await createTestEngine({ orderTypes: [blockLine, threeCalls] });
afterAll(() => engine.close());

/** Counts one order alone, from the request to COMPLETED, after some others have filled the first pages. */
async function countOrder(orderType: LineOrderType): Promise<Written> {
  for (let before = 0; before < 4; before += 1) await (await anOrder(orderType))();
  const run = await anOrder(orderType);
  return countWritten(engine.db, run);
}

async function anOrder(orderType: LineOrderType): Promise<() => Promise<void>> {
  const { id: lineId, brokerId } = await anActiveLine(engine.db);
  return async () => {
    await placeOrder(engine.deps, {
      orderType,
      caller: aCallerOf({ id: brokerId }),
      lineId,
      correlationId: randomUUID(),
    });
    await engine.handleWakeUps();
  };
}

describe('what an order writes is as docs/costs.md says', () => {
  it.each([
    ['A block, alone', blockLine],
    ['An order of three calls, alone', threeCalls],
  ])('%s', async (name, orderType) => expectCosts(name, await countOrder(orderType)));
});
