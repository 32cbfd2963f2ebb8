import { randomUUID } from 'node:crypto';
import { createBroker } from '@linework/domain/brokers/create-broker';
import { builtInOrderBook, type OrderBook } from '@linework/domain/orders/order-book';
import { blockLineRoute } from '@linework/schemas/lines/block-line.route';
import { getOrderRoute } from '@linework/schemas/orders/get-order.route';
import { listOrdersRoute } from '@linework/schemas/orders/list-orders.route';
import { noObserver, systemBreaker } from '@linework/systems/breaker/system-breaker';
import { httpOrderBook } from '@linework/systems/orders/http-order-book';
import { anActiveLine } from '@linework/testing/a-line';
import { afterAll, describe, expect, it } from 'vitest';
import { idsOf, readOn } from '../lists/read-all.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

const aBreaker = () => systemBreaker({ system: 'orders', observer: noObserver });

/** The order service, and a Linework in front of it with a database of its own, in which brokers have the same ids. */
const service = await startTestApi();
const { key: serviceKey } = await service.anOperatorsClient(['orders:read']);
const throughHttp: OrderBook = httpOrderBook({ url: service.url, key: serviceKey, timeoutMs: 5_000, breaker: aBreaker() });
const front: TestApi = await startTestApi({ deps: { orderBook: throughHttp } });
const closed: TestApi = await startTestApi({
  deps: { orderBook: httpOrderBook({ url: 'http://127.0.0.1:1', key: 'x', timeoutMs: 1_000, breaker: aBreaker() }) },
});
afterAll(async () => {
  await front.close();
  await closed.close();
  await service.close();
});

async function aClientWithOrders(count: number) {
  const client = await service.aClient();
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const { id } = await anActiveLine(service.db, { brokerId: client.broker.id });
    const { headers } = await client.call(blockLineRoute, { params: { id }, headers: { 'X-Correlation-Id': `order-${made}` } });
    ids.push(headers.get('Location')?.split('/').at(-1) ?? '');
  }
  return { client, ids };
}

describe.each([
  ['in this database', () => builtInOrderBook(service.db)],
  ['over the interface of another Linework', () => throughHttp],
])('orders %s', (_name, aBook) => {
  it('are the same, each alone and in pages with every filter', async () => {
    const { client, ids } = await aClientWithOrders(3);
    const caller = { keyId: client.keyId, brokerId: client.broker.id, scopes: [] };
    const own = { limit: 2, sortBy: 'createdAt', sortOrder: 'asc' } as const;
    const page = await aBook().listOrders(caller, own);
    expect(page.items.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const { meta, turns } = await builtInOrderBook(service.db).listOrders(caller, own);
    expect(page.meta).toEqual({ ...meta, total: 3, page: 1, pageSize: 2, totalPages: 2 });
    expect(page.turns.next).toEqual(turns.next);
    expect(await aBook().findOrder({ caller, orderId: ids[0] ?? '' })).toEqual(page.items[0]);
    const found = await aBook().listOrders(caller, { ...own, correlationId: 'order-1', type: ['LINE_BLOCK'], status: ['PENDING'], createdAtFrom: new Date(0) });
    expect(found.items.map(({ id }) => id)).toEqual([ids[1]]);
    expect((await aBook().listOrders(caller, { ...own, status: ['FAILED'] })).items).toEqual([]);
  });

  it('of another broker are not found, alone or in a page, also where they are named', async () => {
    const [{ client }, other] = [await aClientWithOrders(1), await aClientWithOrders(1)];
    const caller = { keyId: client.keyId, brokerId: client.broker.id, scopes: [] };
    for (const orderId of [other.ids[0] ?? '', randomUUID()]) await expect(aBook().findOrder({ caller, orderId })).rejects.toMatchObject({ status: 404 });
    const named = { limit: 20, sortBy: 'createdAt', sortOrder: 'desc', brokerId: [other.client.broker.id] } as const;
    expect(await aBook().listOrders(caller, named)).toMatchObject({ items: [], meta: { total: 0 } });
  });
});

describe('a Linework in front of an order service', () => {
  it('lists its orders to the end by its own links', async () => {
    const { client, ids } = await aClientWithOrders(5);
    await createBroker(front.db, client.broker);
    const inFront = await front.aClient({ broker: client.broker });
    expect(idsOf(await readOn(front, inFront.key, '/orders?limit=2&sortOrder=asc'))).toEqual(ids);
    expect(await inFront.call(getOrderRoute, { params: { orderId: ids[0] ?? '' } })).toMatchObject({ status: 200, body: { id: ids[0] } });
  });

  it('shows a broker no order of another, and an operator all of them', async () => {
    const { client, ids } = await aClientWithOrders(1);
    const [other, operator] = [await front.aClient(), await front.anOperatorsClient()];
    expect(await other.call(getOrderRoute, { params: { orderId: ids[0] ?? '' } })).toMatchObject({ status: 404 });
    expect(await other.call(listOrdersRoute, { query: { brokerId: client.broker.id } })).toMatchObject({ status: 200, body: { items: [] } });
    expect(await operator.call(listOrdersRoute, { query: { brokerId: client.broker.id } })).toMatchObject({ status: 200, body: { items: [{ id: ids[0] }] } });
  });

  it('answers 503 with Retry-After while the service is away, and everything else as ever', async () => {
    const client = await closed.aClient();
    for (const answer of [await client.call(listOrdersRoute, {}), await client.call(getOrderRoute, { params: { orderId: randomUUID() } })]) {
      expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable', detail: 'The order service is away for now.' } });
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    const { id } = await anActiveLine(closed.db, { brokerId: client.broker.id });
    expect((await client.call(blockLineRoute, { params: { id } })).status).toBe(200);
  });
});
