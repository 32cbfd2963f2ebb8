import { anActiveLine } from '@linework/testing/a-line';
import { aCallerOf } from '@linework/testing/callers';
import { createTestEngine, type TestEngine } from '@linework/testing/engine/test-engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeOrder } from '../../src/commands/place-order.ts';
import { allOrderTypes } from '../../src/order-types/all-order-types.ts';
import { blockLine } from '../../src/order-types/block-line.ts';

describe('an order to block a line', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await createTestEngine({ orderTypes: allOrderTypes });
  });
  afterAll(() => engine.close());

  it('is placed and executed, and leaves the line blocked', async () => {
    const line = await anActiveLine(engine.db);
    const placed = await placeOrder(engine.deps, {
      orderType: blockLine,
      caller: aCallerOf({ id: line.brokerId }),
      lineId: line.id,
      correlationId: 'c-1',
    });

    expect(placed.line).toMatchObject({ id: line.id, status: 'BLOCKING', holder: { id: line.holderId } });
    expect(await engine.find(placed.orderId)).toMatchObject({
      status: 'PENDING',
      steps: [{ status: 'PENDING', attempt: 0 }, { status: 'PENDING' }],
    });

    expect(await engine.runUntilSettled(placed.orderId)).toMatchObject({
      status: 'COMPLETED',
      steps: [
        { orderTypeStepCode: 'LINE_BLOCK.SUSPEND_NETWORK', status: 'SUCCESS', attempt: 1, error: null },
        { orderTypeStepCode: 'LINE_BLOCK.SUSPEND_RESOURCES', status: 'SUCCESS' },
      ],
      failure: null,
    });
    expect(await engine.db.prisma.line.findUnique({ where: { id: line.id } })).toMatchObject({ status: 'BLOCKED' });
    expect(engine.network.effects).toMatchObject([{ operation: 'setServiceState', imsi: line.imsi }]);
  });
});
