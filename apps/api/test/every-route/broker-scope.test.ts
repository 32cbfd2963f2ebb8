import type { Caller } from '@linework/auth/caller';
import { createLocalOrderQueries } from '@linework/orders/order-queries';
import { blockLineRoute } from '@linework/schemas/lines/lines.routes';
import { getOrderRoute, listOrdersRoute } from '@linework/schemas/orders/orders.routes';
import { anActiveLine } from '@linework/testing/a-line';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../support/test-api.ts';

const unrestricted: Caller = { keyId: '018f0000-0000-7000-8000-000000000001', brokerId: null, scopes: [] };
/** Order queries that ignore their caller, like a handler with a missing filter. */
const api: TestApi = await startTestApi({
  deps: {
    orderQueries: {
      findOrder: ({ orderId }) => createLocalOrderQueries(api.db).findOrder({ caller: unrestricted, orderId }),
      listOrders: (_caller, filters) => createLocalOrderQueries(api.db).listOrders(unrestricted, filters),
    },
  },
});
afterAll(() => api.close());

describe('a handler whose query has no broker', () => {
  it.each(['of its own', 'of another broker'])('returns only a 500 for an order %s', async (whose) => {
    const [client, other] = [await api.aClient(), await api.aClient()];
    const owner = whose === 'of its own' ? client : other;
    const { id } = await anActiveLine(api.db, { brokerId: owner.broker.id });
    await owner.call(blockLineRoute, { params: { id } });
    const { id: orderId } = await api.db.prisma.order.findFirstOrThrow({ where: { lineId: id } });
    const response = await client.call(getOrderRoute, { params: { orderId } });
    expect(response.status).toBe(500);
    expect(JSON.stringify(response.body)).not.toContain(orderId);
    expect((await client.call(listOrdersRoute, {})).status).toBe(500);
    const errors = api.errors.splice(0);
    expect(errors).toHaveLength(2);
    for (const error of errors) expect(error).toContain('StatementWithoutBroker');
  });

  it('works for an operator, who has access to every broker', async () => {
    const operator = await api.anOperatorsClient();
    expect((await operator.call(listOrdersRoute, {})).status).toBe(200);
  });
});
