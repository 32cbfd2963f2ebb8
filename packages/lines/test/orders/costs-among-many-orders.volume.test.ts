import { countPages, countWritten, expectCosts } from '@linework/testing/costs';
import type { TestEngine } from '@linework/testing/engine/test-engine';
import { manyOrders } from '@linework/testing/volume/many-orders';
import { afterAll, describe, expect, it } from 'vitest';
import { countedOrders, countOrder, createCountedEngine } from './count-order.ts';

async function engineAmong(pastOrders: number): Promise<TestEngine> {
  const engine = await createCountedEngine();
  afterAll(() => engine.close());
  await manyOrders(engine.db, pastOrders);
  return engine;
}

const [few, many] = [await engineAmong(10_000), await engineAmong(1_000_000)];

describe('among 1,000,000 past orders', () => {
  it.each(countedOrders)('%s writes what docs/costs.md says', async (name, orderType) =>
    expectCosts(name, await countOrder(many, orderType, countWritten)),
  );

  // Each index is a page higher. A statement that reads more with each past order reads thousands.
  it.each(countedOrders)('%s reads fewer than 100 pages more than among 10,000', async (_name, orderType) => {
    const before = await countOrder(few, orderType, countPages);
    const after = await countOrder(many, orderType, countPages);
    console.info(`${before} pages among 10,000 orders, ${after} among 1,000,000`);
    expect(after - before).toBeLessThan(100);
  });
});
