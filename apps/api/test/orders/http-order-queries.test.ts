import { randomUUID } from 'node:crypto';
import { createCallerFinder } from '@linework/api-keys/create-caller-finder';
import { knownKeysOfBroker } from '@linework/api-keys/known-keys-of-broker';
import { createBroker } from '@linework/brokers/create-broker';
import type { Db } from '@linework/db/db';
import { createLocalOrderQueries, type OrderQueries } from '@linework/orders/order-queries';
import { blockLineRoute } from '@linework/schemas/lines/lines.routes';
import { getOrderRoute, listOrdersRoute } from '@linework/schemas/orders/orders.routes';
import { createSystemBreaker, noBreakerObserver } from '@linework/systems/breaker/create-system-breaker';
import { createHttpOrderQueries } from '@linework/systems/orders/create-http-order-queries';
import type { OwnKeys } from '@linework/systems/orders/mask-actors';
import { anActiveLine } from '@linework/testing/a-line';
import { afterAll, describe, expect, it } from 'vitest';
import { collectIds, readAllPages } from '../lists/read-all.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

const aBreaker = () => createSystemBreaker({ system: 'orders', observer: noBreakerObserver });

/**
 * The order service, and another Linework instance that uses it. That instance has its own database, with the same
 * broker ids.
 */
const service = await startTestApi();
const { key: serviceKey } = await service.anOperatorsClient(['orders:read']);
const someOrderQueries = (
  knownIn: () => Pick<Db, 'prisma'>,
  more: { readonly url?: string; readonly timeoutMs?: number } = {},
): OrderQueries => {
  const ownKeys: OwnKeys = (brokerId, keyIds) => knownKeysOfBroker(knownIn(), brokerId, keyIds);
  return createHttpOrderQueries({
    url: service.url,
    key: serviceKey,
    timeoutMs: 60_000,
    breaker: aBreaker(),
    ownKeys,
    ...more,
  });
};
const throughHttp = someOrderQueries(() => service.db);
const front: TestApi = await startTestApi({ deps: { orderQueries: someOrderQueries(() => front.db) } });
/** Another instance that uses the order service and also its database. */
const shared: TestApi = await startTestApi({
  deps: { db: service.db, orderQueries: throughHttp },
  findCaller: createCallerFinder(service.db),
});
const closed: TestApi = await startTestApi({
  deps: { orderQueries: someOrderQueries(() => closed.db, { url: 'http://127.0.0.1:1', timeoutMs: 1_000 }) },
});
afterAll(async () => {
  await shared.close();
  await front.close();
  await closed.close();
  await service.close();
});

/** Creates a broker with one order that its own key placed and one that an operator's key placed. */
async function twoActors() {
  const [{ client, ids }, operator] = [await aClientWithOrders(1), await service.anOperatorsClient()];
  const { id } = await anActiveLine(service.db, { brokerId: client.broker.id });
  const { headers } = await operator.call(blockLineRoute, { params: { id } });
  const caller = { keyId: client.keyId, brokerId: client.broker.id, scopes: [] };
  return { client, operator, caller, own: ids[0] ?? '', ofOperator: headers.get('Location')?.split('/').at(-1) ?? '' };
}

async function aClientWithOrders(count: number) {
  const client = await service.aClient();
  const ids: string[] = [];
  for (let created = 0; created < count; created += 1) {
    const { id } = await anActiveLine(service.db, { brokerId: client.broker.id });
    const { headers } = await client.call(blockLineRoute, {
      params: { id },
      headers: { 'X-Correlation-Id': `order-${created}` },
    });
    ids.push(headers.get('Location')?.split('/').at(-1) ?? '');
  }
  return { client, ids };
}

describe.each([
  ['from the local database', () => createLocalOrderQueries(service.db)],
  ['from the API of another Linework instance', () => throughHttp],
])('orders %s', (_name, getQueries) => {
  it('are the same in single reads and in pages with every filter', async () => {
    const { client, ids } = await aClientWithOrders(3);
    const caller = { keyId: client.keyId, brokerId: client.broker.id, scopes: [] };
    const own = { limit: 2, sortBy: 'createdAt', sortOrder: 'asc' } as const;
    const page = await getQueries().listOrders(caller, own);
    expect(page.items.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const { meta, pages } = await createLocalOrderQueries(service.db).listOrders(caller, own);
    expect(page.meta).toEqual({ ...meta, total: 3, page: 1, pageSize: 2, totalPages: 2 });
    expect(page.pages.next).toEqual(pages.next);
    expect(await getQueries().findOrder({ caller, orderId: ids[0] ?? '' })).toEqual(page.items[0]);
    const found = await getQueries().listOrders(caller, {
      ...own,
      correlationId: 'order-1',
      type: ['LINE_BLOCK'],
      status: ['PENDING'],
      createdAtFrom: new Date(0),
    });
    expect(found.items.map(({ id }) => id)).toEqual([ids[1]]);
    expect((await getQueries().listOrders(caller, { ...own, status: ['FAILED'] })).items).toEqual([]);
  });

  it("show the key that placed them to its own broker and to operators, and an operator's key to a broker only as an operator", async () => {
    const { client, operator, caller, own, ofOperator } = await twoActors();
    const byKey = { type: 'key', keyId: client.keyId, name: 'test' };
    const list = { limit: 2, sortBy: 'createdAt', sortOrder: 'asc' } as const;
    const page = await getQueries().listOrders(caller, list);
    expect(page.items.map(({ metadata }) => metadata)).toEqual([{ actor: byKey }, { actor: { type: 'operator' } }]);
    expect((await getQueries().findOrder({ caller, orderId: own })).metadata).toEqual({ actor: byKey });
    expect((await getQueries().findOrder({ caller, orderId: ofOperator })).metadata).toEqual({
      actor: { type: 'operator' },
    });
    const everybody = { ...caller, brokerId: null };
    const asOperator = await getQueries().findOrder({ caller: everybody, orderId: ofOperator });
    expect(asOperator.metadata).toEqual({ actor: { type: 'key', keyId: operator.keyId, name: 'test' } });
  });

  it('of another broker are not found, even if the filter names them', async () => {
    const [{ client }, other] = [await aClientWithOrders(1), await aClientWithOrders(1)];
    const caller = { keyId: client.keyId, brokerId: client.broker.id, scopes: [] };
    for (const orderId of [other.ids[0] ?? '', randomUUID()])
      await expect(getQueries().findOrder({ caller, orderId })).rejects.toMatchObject({ status: 404 });
    const named = { limit: 20, sortBy: 'createdAt', sortOrder: 'desc', brokerId: [other.client.broker.id] } as const;
    expect(await getQueries().listOrders(caller, named)).toMatchObject({ items: [], meta: { total: 0 } });
  });
});

describe('an instance that uses an order service', () => {
  it('lists all orders through its own links', async () => {
    const { client, ids } = await aClientWithOrders(5);
    await createBroker(front.db, client.broker);
    const frontClient = await front.aClient({ broker: client.broker });
    expect(collectIds(await readAllPages(front, frontClient.key, '/orders?limit=2&sortOrder=asc'))).toEqual(ids);
    expect(await frontClient.call(getOrderRoute, { params: { orderId: ids[0] ?? '' } })).toMatchObject({
      status: 200,
      body: { id: ids[0] },
    });
  });

  it('shows a broker only its own orders and an operator all of them', async () => {
    const { client, ids } = await aClientWithOrders(1);
    const [other, operator] = [await front.aClient(), await front.anOperatorsClient()];
    expect(await other.call(getOrderRoute, { params: { orderId: ids[0] ?? '' } })).toMatchObject({ status: 404 });
    expect(await other.call(listOrdersRoute, { query: { brokerId: client.broker.id } })).toMatchObject({
      status: 200,
      body: { items: [] },
    });
    expect(await operator.call(listOrdersRoute, { query: { brokerId: client.broker.id } })).toMatchObject({
      status: 200,
      body: { items: [{ id: ids[0] }] },
    });
  });

  it('shows no key to a broker that does not have the key in this instance', async () => {
    const { client, own, ofOperator } = await twoActors();
    await createBroker(front.db, client.broker);
    const frontClient = await front.aClient({ broker: client.broker });
    for (const orderId of [own, ofOperator]) {
      expect(await frontClient.call(getOrderRoute, { params: { orderId } })).toMatchObject({
        body: { metadata: { actor: { type: 'operator' } } },
      });
    }
  });

  it('on the same database changes an order with the ETag of its response', async () => {
    const { client, ofOperator } = await twoActors();
    const read = await fetch(`${shared.url}/orders/${ofOperator}`, { headers: { 'X-API-Key': client.key } });
    const cancel = (tag: string) =>
      fetch(`${shared.url}/orders/${ofOperator}/cancel`, {
        method: 'POST',
        headers: { 'X-API-Key': client.key, 'Content-Type': 'application/json', 'If-Match': tag },
        body: JSON.stringify({ reason: 'test' }),
      });
    expect((await cancel('"another"')).status).toBe(412);
    expect((await cancel(read.headers.get('ETag') ?? '')).status).toBe(202);
  });

  it('returns 503 with Retry-After while the service is unavailable, and handles other requests as usual', async () => {
    const client = await closed.aClient();
    for (const response of [
      await client.call(listOrdersRoute, {}),
      await client.call(getOrderRoute, { params: { orderId: randomUUID() } }),
    ]) {
      expect(response).toMatchObject({
        status: 503,
        body: {
          code: 'unavailable',
          detail: 'The order service is temporarily unreachable. Repeat the request later.',
        },
      });
      expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    const { id } = await anActiveLine(closed.db, { brokerId: client.broker.id });
    expect((await client.call(blockLineRoute, { params: { id } })).status).toBe(200);
  });
});
