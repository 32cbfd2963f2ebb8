import { randomUUID } from 'node:crypto';
import type { OpenDb } from '@linework/db/db';
import { anActiveLine } from '@linework/testing/a-line';
import { aCallerOf } from '@linework/testing/callers';
import { createTestEngine, type TestEngine } from '@linework/testing/engine/test-engine';
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

/** The orders that are counted, by their rows in `docs/costs.md`. */
export const countedOrders = [
  ['A block, alone', blockLine],
  ['An order of three calls, alone', threeCalls],
] as const satisfies readonly (readonly [string, LineOrderType])[];

/** An engine for the counted orders. One connection does all its work, so that its statistics are those of the work. */
export const createCountedEngine = (): Promise<TestEngine> =>
  createTestEngine({ orderTypes: [blockLine, threeCalls], poolSize: 1 });

/** Counts one order alone, from the request to COMPLETED, after others have filled the first pages and the caches. */
export async function countOrder<Count>(
  engine: TestEngine,
  orderType: LineOrderType,
  count: (db: OpenDb, work: () => Promise<unknown>) => Promise<Count>,
): Promise<Count> {
  for (let before = 0; before < 12; before += 1) await (await anOrder(engine, orderType))();
  return count(engine.db, await anOrder(engine, orderType));
}

async function anOrder(engine: TestEngine, orderType: LineOrderType): Promise<() => Promise<void>> {
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
