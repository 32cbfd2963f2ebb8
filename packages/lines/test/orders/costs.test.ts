import { countWritten, expectCosts } from '@linework/testing/costs';
import { afterAll, describe, it } from 'vitest';
import { countedOrders, countOrder, createCountedEngine } from './count-order.ts';

const engine = await createCountedEngine();
afterAll(() => engine.close());

describe('what an order writes is as docs/costs.md says', () => {
  it.each(countedOrders)('%s', async (name, orderType) =>
    expectCosts(name, await countOrder(engine, orderType, countWritten)),
  );
});
