import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TransientError } from '@linework/engine/model/system-errors';
import type { Order } from '@linework/schemas/orders/order';
import { createSystemBreaker, noBreakerObserver } from '@linework/systems/breaker/create-system-breaker';
import {
  createHttpOrderQueries,
  type HttpOrderQueriesOptions,
} from '@linework/systems/orders/create-http-order-queries';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

const calls: string[] = [];
/** The key of calls that time out. Such a call may arrive during the next test, so it is not in `calls`. */
const lateKey = 'a key of its own';
let respond: Respond = () => undefined;
const server = createServer((request, response) => {
  if (request.headers['x-api-key'] !== lateKey) calls.push(request.url ?? '');
  respond(request, response);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const errors: TransientError[] = [];
beforeEach(() => {
  calls.splice(0);
  errors.splice(0);
});

const brokerId = randomUUID();
const caller = { keyId: randomUUID(), brokerId, scopes: [] } as const;
const operator = { ...caller, brokerId: null };
const filters = { limit: 20, sortBy: 'createdAt', sortOrder: 'desc' } as const;

const anOrder = (more: Partial<Order> = {}): Order => ({
  id: randomUUID(),
  type: 'LINE_BLOCK',
  status: 'COMPLETED',
  resource: { type: 'line', id: randomUUID() },
  brokerId,
  externalCode: '',
  correlationId: 'c',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  input: {},
  metadata: {},
  cancellationReason: null,
  steps: [],
  failure: null,
  ...more,
});

const respondWith =
  (body: unknown, status = 200, headers = {}): Respond =>
  (_request, response) =>
    response
      .writeHead(status, { 'Content-Type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
const aPage = (...items: readonly Order[]) => ({
  items,
  meta: { total: items.length, page: 1, pageSize: 20, totalPages: 1 },
});

const aBreaker = (openMs = 60_000) => createSystemBreaker({ system: 'orders', observer: noBreakerObserver, openMs });
const aReader = (more: Partial<HttpOrderQueriesOptions> = {}) =>
  createHttpOrderQueries({
    url,
    key: 'the key',
    timeoutMs: 60_000,
    breaker: aBreaker(),
    ownKeys: async () => new Set(),
    onError: (fault) => void errors.push(fault),
    ...more,
  });
const find = (queries: ReturnType<typeof aReader>, orderId = randomUUID() as string) =>
  queries.findOrder({ caller, orderId });
const readParameters = (call = '') => Object.fromEntries(new URLSearchParams(call.split('?')[1]));

const isUnavailable = {
  name: 'internal-server-error',
  status: 503,
  code: 'unavailable',
  headers: { 'Retry-After': expect.stringMatching(/^\d+$/) },
};

describe('an order of the order service', () => {
  it('is fetched with the key, each time', async () => {
    const order = anOrder();
    respond = (request, response) =>
      respondWith(request.headers['x-api-key'] === 'the key' ? order : {})(request, response);
    const queries = aReader();
    expect(await find(queries, order.id)).toEqual(order);
    expect(await find(queries, order.id)).toEqual(order);
    expect(calls).toEqual([`/orders/${order.id}`, `/orders/${order.id}`]);
  });

  it("of another broker is not found, with the text for an unknown order, and an operator's key finds it", async () => {
    const order = anOrder({ brokerId: randomUUID() });
    respond = respondWith(order);
    await expect(find(aReader(), order.id)).rejects.toMatchObject({
      status: 404,
      detail: `There is no order ${order.id}.`,
    });
    expect(await aReader().findOrder({ caller: operator, orderId: order.id })).toEqual(order);
    respond = respondWith({}, 404);
    await expect(find(aReader(), order.id)).rejects.toMatchObject({
      status: 404,
      detail: `There is no order ${order.id}.`,
    });
    expect(errors).toEqual([]);
  });

  it.each<[string, Respond, string]>([
    ['a response 502', respondWith('<html>', 502), 'orders-unavailable'],
    ['a rejected key', respondWith({}, 401), 'orders-unavailable'],
    ['a response that is not JSON', respondWith('<html>'), 'orders-answer-unreadable'],
    ['a response of another shape', respondWith({ ...anOrder(), status: 'LOST' }), 'orders-answer-unreadable'],
    ['a response beyond 8 MiB', respondWith('x'.repeat(8_388_609)), 'orders-answer-too-long'],
    ['a redirection', (_request, response) => response.writeHead(302, { Location: '/' }).end(), 'orders-unreachable'],
    ['a connection that breaks', (request) => request.destroy(), 'orders-unreachable'],
  ])('raises 503 with Retry-After for %s, and logs the cause', async (_what, given, code) => {
    respond = given;
    await expect(find(aReader())).rejects.toMatchObject(isUnavailable);
    expect(errors).toMatchObject([{ code }]);
  });

  it('raises 503 on a timeout', async () => {
    respond = () => undefined;
    await expect(find(aReader({ key: lateKey, timeoutMs: 60 }))).rejects.toMatchObject(isUnavailable);
    expect(errors).toMatchObject([{ code: 'orders-timeout' }]);
  });

  it('is not fetched after three consecutive requests without a response, alone or in a page', async () => {
    const queries = aReader();
    respond = respondWith('<html>', 502);
    for (let count = 0; count < 3; count += 1) await expect(find(queries)).rejects.toMatchObject(isUnavailable);
    await expect(find(queries)).rejects.toMatchObject(isUnavailable);
    await expect(queries.listOrders(caller, filters)).rejects.toMatchObject(isUnavailable);
    expect(calls).toHaveLength(3);
    expect(errors).toHaveLength(3);
  });

  it('is fetched again after the pause', async () => {
    const queries = aReader({ breaker: aBreaker(1) });
    respond = respondWith('<html>', 502);
    for (let count = 0; count < 3; count += 1) await expect(find(queries)).rejects.toMatchObject(isUnavailable);
    const order = anOrder();
    respond = respondWith(order);
    await expect.poll(() => find(queries, order.id).catch(() => undefined)).toEqual(order);
  });
});

describe('the list of orders of the order service', () => {
  it("is requested with the caller's broker and every filter, and its pages have links", async () => {
    const order = anOrder();
    respond = respondWith(aPage(order), 200, {
      Link: '</orders?limit=1&cursor=abc>; rel="next", </orders?cursor=xyz>; rel="prev"',
    });
    const cursor = {
      sortBy: 'createdAt',
      sortOrder: 'desc',
      value: '2026-01-01T00:00:00.000Z',
      id: order.id,
      direction: 'next',
      page: 2,
    } as const;
    const requested = {
      ...filters,
      cursor,
      status: ['FAILED', 'COMPLETED'],
      createdAtFrom: new Date('2026-01-01T00:00:00Z'),
      correlationId: 'a&b',
    } as const;
    expect(await aReader().listOrders(caller, requested)).toEqual({
      ...aPage(order),
      pages: { next: { cursor: 'abc' }, prev: { cursor: 'xyz' } },
    });
    expect(readParameters(calls[0])).toEqual({
      limit: '20',
      sortBy: 'createdAt',
      sortOrder: 'desc',
      status: 'FAILED,COMPLETED',
      createdAtFrom: '2026-01-01T00:00:00.000Z',
      correlationId: 'a&b',
      brokerId,
      cursor: expect.any(String),
    });
  });

  it('may have members that this release does not know', async () => {
    const page = aPage(anOrder());
    respond = respondWith({ ...page, meta: { ...page.meta, nextCursor: 'abc' } }, 200, {
      Link: '</orders?cursor=abc>; rel="next"',
    });
    expect(await aReader().listOrders(caller, filters)).toEqual({ ...page, pages: { next: { cursor: 'abc' } } });
  });

  it('is not requested for another broker', async () => {
    expect(await aReader().listOrders(caller, { ...filters, brokerId: [randomUUID()] })).toEqual({
      items: [],
      meta: { total: 0, page: 1, pageSize: 20, totalPages: 0 },
      pages: {},
    });
    expect(calls).toEqual([]);
    respond = respondWith(aPage());
    await aReader().listOrders(caller, { ...filters, brokerId: [randomUUID(), brokerId] });
    expect(readParameters(calls[0])).toMatchObject({ brokerId });
  });

  it('is of every broker for an operator, or of the requested ones', async () => {
    respond = respondWith(aPage(anOrder(), anOrder({ brokerId: randomUUID() })));
    expect((await aReader().listOrders(operator, filters)).items).toHaveLength(2);
    expect(readParameters(calls[0])).not.toHaveProperty('brokerId');
    respond = respondWith(aPage());
    await aReader().listOrders(operator, { ...filters, brokerId: [brokerId] });
    expect(readParameters(calls[1])).toMatchObject({ brokerId });
  });

  it('raises 503 for a response with an order of another broker, and shows none of it', async () => {
    respond = respondWith(aPage(anOrder(), anOrder({ brokerId: randomUUID() })));
    await expect(aReader().listOrders(caller, filters)).rejects.toMatchObject(isUnavailable);
    expect(errors).toMatchObject([{ code: 'orders-answer-foreign' }]);
  });

  it('returns the filter that the service rejects, every time, and keeps calling for others', async () => {
    const queries = aReader();
    respond = respondWith(
      { status: 400, errors: [{ detail: 'is not known here', parameter: 'resourceId', more: 1 }] },
      400,
    );
    for (let count = 0; count < 6; count += 1) {
      await expect(queries.listOrders(caller, { ...filters, resourceId: [brokerId] })).rejects.toMatchObject({
        status: 400,
        members: { errors: [{ detail: expect.stringContaining('not known here'), parameter: 'resourceId' }] },
      });
    }
    respond = respondWith('<html>', 400);
    await expect(queries.listOrders(caller, filters)).rejects.toMatchObject({
      status: 400,
      detail: 'The order service does not accept this request.',
    });
    respond = respondWith(aPage());
    expect((await queries.listOrders(caller, filters)).items).toEqual([]);
    expect(errors).toEqual([]);
  });
});
