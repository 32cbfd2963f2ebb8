import { stepId } from '@linework/engine/model/step';
import { findCursor } from '@linework/http/link-header';
import type { LineOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import {
  cancelBulkOperationRoute,
  createBulkOperationRoute,
  getBulkOperationRoute,
  listBulkItemsRoute,
  listBulkOperationsRoute,
} from '@linework/schemas/bulk-operations/bulk-operations.routes';
import { blockLineRoute } from '@linework/schemas/lines/lines.routes';
import { getOrderRoute } from '@linework/schemas/orders/orders.routes';
import { aLine, anActiveLine } from '@linework/testing/a-line';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { manyLines } from '@linework/testing/volume/many-lines';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { readDatabaseState } from '../support/read-database-state.ts';
import { publicUrl, startTestApi } from '../support/test-api.ts';
import { createBulkWorker } from './create-bulk-worker.ts';

const api = await startTestApi();
afterAll(() => api.close());
const worker = createBulkWorker(api);
afterEach(async () => {
  await worker.handleWakeUps();
  await worker.settle();
});

const zeroCounts = { pending: 0, placed: 0, refused: 0, completed: 0, failed: 0, cancelled: 0 };

async function aBrokersClient() {
  const client = await api.aClient();
  return {
    ...client,
    create: async (
      operation: LineOperation,
      selection: object,
      more: { metadata?: Record<string, unknown>; headers?: Record<string, string> } = {},
    ) => {
      const { headers, ...body } = more;
      const response = await client.call(createBulkOperationRoute, {
        body: { operation, ...selection, ...body } as never,
        ...(headers && { headers }),
      });
      if (response.status !== 202)
        throw new Error(`the bulk operation returned ${response.status}: ${JSON.stringify(response.body)}`);
      return response;
    },
    find: async (id: string) => (await client.call(getBulkOperationRoute, { params: { id } })).body,
    items: async (id: string, query: Record<string, unknown> = {}) => {
      const response = await client.call(listBulkItemsRoute, { params: { id }, query });
      if (response.status !== 200) throw new Error(`the request returned ${response.status}`);
      return { ...response.body, link: response.headers.get('Link') };
    },
  };
}

const lineStatuses = async (ids: readonly string[]) =>
  (await api.db.prisma.line.findMany({ where: { id: { in: [...ids] } }, select: { status: true } })).map(
    ({ status }) => status,
  );

describe.each([
  ['block', 'ACTIVE', 'BLOCKED'],
  ['unblock', 'BLOCKED', 'ACTIVE'],
  ['activate', 'STAND_BY', 'ACTIVE'],
  ['delete', 'ACTIVE', 'TERMINATED'],
] as const)('a bulk %s', (operation, from, to) => {
  it('is accepted at once, and then places and completes the order of each line', async () => {
    const client = await aBrokersClient();
    const lineIds = await manyLines(api.db, from, client.broker.id, 3);
    const created = await client.create(
      operation,
      { lineIds },
      { metadata: { ticket: 7 }, headers: { 'X-Correlation-Id': 'ticket-7' } },
    );
    const { id } = created.body;
    expect(created.headers.get('Location')).toBe(`/bulk-operations/${id}`);
    expect(created.body).toEqual({
      id,
      operation,
      status: 'RUNNING',
      total: 3,
      brokerId: client.broker.id,
      correlationId: 'ticket-7',
      metadata: { ticket: 7 },
      createdBy: { type: 'key', keyId: client.keyId, name: 'test' },
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
      counts: { ...zeroCounts, total: 3, pending: 3 },
    });
    expect(await lineStatuses(lineIds)).toEqual([from, from, from]);

    await worker.placeAll();
    expect(await client.find(id)).toMatchObject({ status: 'RUNNING', counts: { ...zeroCounts, total: 3, placed: 3 } });
    expect(await worker.settle()).toBe(0);

    await worker.handleWakeUps();
    expect(await worker.settle()).toBe(1);
    expect(await client.find(id)).toMatchObject({
      status: 'COMPLETED',
      finishedAt: expect.any(String),
      counts: { ...zeroCounts, total: 3, completed: 3 },
    });
    expect(await lineStatuses(lineIds)).toEqual([to, to, to]);
    const { items } = await client.items(id);
    expect(items).toEqual(
      lineIds.map((lineId) => ({ lineId, outcome: 'COMPLETED', orderId: expect.any(String), status: 'COMPLETED' })),
    );
    const order = await client.call(getOrderRoute, { params: { orderId: items[0]?.orderId ?? '' } });
    expect(order.body).toMatchObject({
      correlationId: 'ticket-7',
      metadata: { ticket: 7 },
      resource: { id: lineIds[0] },
    });
    await checkInvariants(api.db);
  });
});

describe('the lines of a bulk operation', () => {
  it('are those that a filter matched at the time of the request', async () => {
    const client = await aBrokersClient();
    const before = await manyLines(api.db, 'ACTIVE', client.broker.id, 2);
    await manyLines(api.db, 'STAND_BY', client.broker.id, 1);
    const { body } = await client.create('block', { filter: { status: ['ACTIVE'] } });
    const [later] = await manyLines(api.db, 'ACTIVE', client.broker.id, 1);
    await worker.placeAll();
    await worker.handleWakeUps();
    expect((await client.items(body.id)).items.map(({ lineId }) => lineId)).toEqual(before);
    expect(await lineStatuses([later ?? ''])).toEqual(['ACTIVE']);
  });

  it('have a reason when they are rejected, and do not block the others', async () => {
    const client = await aBrokersClient();
    const { id: busy } = await anActiveLine(api.db, { brokerId: client.broker.id });
    const { id: blocked } = await aLine(api.db, 'BLOCKED', { brokerId: client.broker.id });
    const { id: free } = await anActiveLine(api.db, { brokerId: client.broker.id });
    await client.call(blockLineRoute, { params: { id: busy } });
    const { body } = await client.create('block', { lineIds: [blocked, busy, free] });
    await worker.placeAll();
    await worker.handleWakeUps();
    await worker.settle();
    expect(await client.find(body.id)).toMatchObject({
      status: 'COMPLETED_WITH_ERRORS',
      counts: { ...zeroCounts, total: 3, refused: 2, completed: 1 },
    });
    const type = `${publicUrl}/problems/invalid-status-transition`;
    const rejection = {
      type,
      title: 'Not allowed in the current status',
      code: 'invalid-status-transition',
      status: 409,
      requested: 'block',
      detail: expect.any(String),
    };
    expect((await client.items(body.id, { outcome: ['REFUSED'] })).items).toEqual([
      {
        lineId: blocked,
        outcome: 'REFUSED',
        problem: expect.objectContaining({ ...rejection, currentStatus: 'BLOCKED', allowed: ['unblock', 'delete'] }),
      },
      {
        lineId: busy,
        outcome: 'REFUSED',
        problem: expect.objectContaining({ ...rejection, currentStatus: 'BLOCKING', allowed: [] }),
      },
    ]);
    expect((await client.items(body.id, { outcome: ['COMPLETED'] })).items).toMatchObject([{ lineId: free }]);
    await checkInvariants(api.db);
  });

  it('count as failed when their orders stop', async () => {
    const client = await aBrokersClient();
    const lineIds = await manyLines(api.db, 'ACTIVE', client.broker.id, 1);
    const { body } = await client.create('block', { lineIds });
    await worker.placeAll();
    const [item] = (await client.items(body.id)).items;
    worker.network.failNext(`${stepId(item?.orderId ?? '', 0)}:execute`, 'permanent');
    await worker.handleWakeUps();
    await worker.settle();
    expect(await client.find(body.id)).toMatchObject({
      status: 'FAILED',
      counts: { ...zeroCounts, total: 1, failed: 1 },
    });
    expect((await client.items(body.id)).items).toMatchObject([{ outcome: 'FAILED', status: 'FAILED' }]);
  });

  it('in two operations at once get one order', async () => {
    const client = await aBrokersClient();
    const lineIds = await manyLines(api.db, 'ACTIVE', client.broker.id, 1);
    const [one, other] = [await client.create('block', { lineIds }), await client.create('delete', { lineIds })];
    await worker.placeAll();
    const outcomes = await Promise.all(
      [one, other].map(async ({ body }) => (await client.items(body.id)).items[0]?.outcome),
    );
    expect(outcomes.toSorted()).toEqual(['PLACED', 'REFUSED']);
    await worker.handleWakeUps();
  });

  it('are read page by page', async () => {
    const client = await aBrokersClient();
    const lineIds = await manyLines(api.db, 'ACTIVE', client.broker.id, 5);
    const { id } = (await client.create('block', { lineIds })).body;
    const first = await client.items(id, { limit: 3, outcome: ['PENDING'] });
    const cursor = findCursor(first.link, 'next');
    expect(first).toMatchObject({
      link: `</bulk-operations/${id}/items?limit=3&outcome=PENDING&cursor=${cursor}>; rel="next"`,
    });
    expect(first.meta).toEqual({ total: 5, page: 1, pageSize: 3, totalPages: 2 });
    const second = await client.items(id, { limit: 3, cursor });
    expect((await client.items(id, { limit: 3, after: 3 })).items).toEqual(second.items);
    expect(second).toMatchObject({ link: null, meta: { total: 5, page: 2, pageSize: 3, totalPages: 2 } });
    expect((await client.items(id, { outcome: ['REFUSED'] })).meta).toEqual({
      total: 0,
      page: 1,
      pageSize: 20,
      totalPages: 0,
    });
    expect([...first.items, ...second.items].map(({ lineId }) => lineId)).toEqual(lineIds);
    await client.call(cancelBulkOperationRoute, { params: { id } });
  });
});

describe('requesting a bulk operation', () => {
  it('for lines that do not exist or belong to another broker rejects these as items and processes the others', async () => {
    const [client, other] = [await aBrokersClient(), await aBrokersClient()];
    const [own] = await manyLines(api.db, 'ACTIVE', client.broker.id, 1);
    const [foreign] = await manyLines(api.db, 'ACTIVE', other.broker.id, 1);
    const unknown = '018f0000-0000-7000-8000-000000000000';
    const { body } = await client.create('block', { lineIds: [foreign ?? '', own ?? '', unknown] });
    await worker.placeAll();
    const { items } = await client.items(body.id);
    const notFound = { outcome: 'REFUSED', problem: { status: 404, code: 'not-found' } };
    expect(items).toMatchObject([{ lineId: foreign, ...notFound }, { lineId: own }, { lineId: unknown, ...notFound }]);
    expect(items[1]?.orderId).toBeDefined();
    expect(await client.find(body.id)).toMatchObject({ counts: { total: 3, refused: 2 } });
    expect(await lineStatuses([foreign ?? ''])).toEqual(['ACTIVE']);
    const unmatched = await client.call(createBulkOperationRoute, {
      body: { operation: 'block', lineIds: [foreign ?? '', unknown] },
    });
    expect(unmatched).toMatchObject({ status: 422, body: { code: 'no-lines' } });
  });

  it('by a filter of another broker matches nothing', async () => {
    const [client, other] = [await aBrokersClient(), await aBrokersClient()];
    await manyLines(api.db, 'ACTIVE', other.broker.id, 1);
    const response = await client.call(createBulkOperationRoute, {
      body: { operation: 'block', filter: { brokerId: [other.broker.id] } },
    });
    expect(response).toMatchObject({ status: 422, body: { code: 'no-lines' } });
  });

  it('to delete lines needs the scope to delete', async () => {
    const { broker } = await aBrokersClient();
    const lineIds = await manyLines(api.db, 'ACTIVE', broker.id, 1);
    const client = await api.aClient({ broker, scopes: ['lines:write'] });
    const before = await readDatabaseState(api.db);
    const response = await client.call(createBulkOperationRoute, {
      body: { operation: 'delete', lineIds: [...lineIds] },
    });
    expect(response).toMatchObject({ status: 403, body: { code: 'missing-scope', scope: 'lines:delete' } });
    expect(await readDatabaseState(api.db)).toEqual(before);
  });

  it.each([
    ['neither lines nor a filter', {}, ''],
    ['both', { lineIds: ['018f0000-0000-7000-8000-000000000000'], filter: { status: ['ACTIVE'] } }, ''],
    ['an empty filter', { filter: {} }, '/filter'],
    [
      'metadata longer than the usual limit',
      { filter: { status: ['ACTIVE'] }, metadata: { a: 'ä'.repeat(32 * 1024) } },
      '/metadata',
    ],
  ])('with %s is rejected with 400 and the path', async (_what, selection, pointer) => {
    const { call } = await aBrokersClient();
    const response = await call(createBulkOperationRoute, { body: { operation: 'block', ...selection } as never });
    expect(response).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });

  it('lists a malformed and a repeated id as refused, and processes the others', async () => {
    const client = await aBrokersClient();
    const [one, other] = await manyLines(api.db, 'ACTIVE', client.broker.id, 2);
    const lineIds = [String(one), 'a line', 5 as never, String(one).toUpperCase(), '\0', String(other)];
    const { body } = await client.create('block', { lineIds });
    expect(body.counts).toEqual({ ...zeroCounts, total: 6, refused: 4, pending: 2 });
    await worker.placeAll();
    await worker.handleWakeUps();
    const { body: list } = await client.call(listBulkItemsRoute, { params: { id: body.id } });
    const refused = (detail: string) => ({
      outcome: 'REFUSED',
      problem: { status: 400, code: 'validation-error', detail },
    });
    expect(list).toMatchObject({
      items: [
        { lineId: one, outcome: 'COMPLETED' },
        refused('`lineIds[1]` must be a UUID.'),
        refused('`lineIds[2]` must be a string.'),
        refused('`lineIds[3]` is listed before.'),
        refused('`lineIds[4]` contains a NUL character or half a surrogate pair.'),
        { lineId: other, outcome: 'COMPLETED' },
      ],
    });
    await checkInvariants(api.db);
  });

  it('for lines of several brokers is rejected for an operator, but accepted for one broker', async () => {
    const [one, other] = [await aBrokersClient(), await aBrokersClient()];
    const [ofOne, ofOther] = [
      await manyLines(api.db, 'ACTIVE', one.broker.id, 1),
      await manyLines(api.db, 'ACTIVE', other.broker.id, 1),
    ];
    const operator = await api.anOperatorsClient();
    const both = await operator.call(createBulkOperationRoute, {
      body: { operation: 'block', lineIds: [...ofOne, ...ofOther] },
    });
    expect(both).toMatchObject({ status: 422, body: { code: 'several-brokers' } });
    const single = await operator.call(createBulkOperationRoute, { body: { operation: 'block', lineIds: [...ofOne] } });
    expect(single).toMatchObject({ status: 202, body: { brokerId: one.broker.id } });
    await worker.placeAll();
    await worker.handleWakeUps();
    await checkInvariants(api.db);
  });

  it('twice with one Idempotency-Key creates one', async () => {
    const client = await aBrokersClient();
    const lineIds = await manyLines(api.db, 'ACTIVE', client.broker.id, 2);
    const headers = { 'Idempotency-Key': 'once' };
    const first = await client.create('block', { lineIds }, { headers });
    const again = await client.create('block', { lineIds }, { headers });
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    const { body } = await client.call(listBulkOperationsRoute);
    expect(body).toMatchObject({
      items: [{ id: first.body.id, operation: 'block', total: 2, counts: { ...zeroCounts, total: 2, pending: 2 } }],
      meta: { total: 1 },
    });
    await client.call(cancelBulkOperationRoute, { params: { id: first.body.id } });
  });

  it('accepts at most ten thousand lines', async () => {
    const client = await aBrokersClient();
    const lineIds = await manyLines(api.db, 'STAND_BY', client.broker.id, 10_001);
    const tooMany = await client.call(createBulkOperationRoute, {
      body: { operation: 'activate', lineIds: [...lineIds] },
    });
    expect(tooMany).toMatchObject({ status: 400, body: { errors: [{ pointer: '/lineIds' }] } });
    const matched = await client.call(createBulkOperationRoute, {
      body: { operation: 'activate', filter: { status: ['STAND_BY'] } },
    });
    expect(matched).toMatchObject({ status: 422, body: { code: 'too-many-lines', matched: 10_001, limit: 10_000 } });
    const { body } = await client.create('activate', { lineIds: lineIds.slice(1) });
    expect(body.counts).toEqual({ ...zeroCounts, total: 10_000, pending: 10_000 });
    await client.call(cancelBulkOperationRoute, { params: { id: body.id } });
  });
});

describe('cancelling a bulk operation', () => {
  it('places nothing more, lets placed orders continue, and ends when they have settled', async () => {
    const client = await aBrokersClient();
    const lineIds = await manyLines(api.db, 'ACTIVE', client.broker.id, 2);
    const { body } = await client.create('block', { lineIds });
    await worker.placeAll();
    const cancelled = await client.call(cancelBulkOperationRoute, { params: { id: body.id } });
    expect(cancelled).toMatchObject({
      status: 202,
      body: { status: 'CANCELLING', counts: { ...zeroCounts, total: 2, placed: 2 } },
    });
    expect(await worker.settle()).toBe(0);
    await worker.handleWakeUps();
    expect(await worker.settle()).toBe(1);
    expect(await client.find(body.id)).toMatchObject({
      status: 'CANCELLED',
      counts: { ...zeroCounts, total: 2, completed: 2 },
    });
  });

  it('before anything is placed leaves every line unchanged', async () => {
    const client = await aBrokersClient();
    const lineIds = await manyLines(api.db, 'ACTIVE', client.broker.id, 2);
    const { body } = await client.create('block', { lineIds });
    await client.call(cancelBulkOperationRoute, { params: { id: body.id } });
    await worker.placeAll();
    expect(await worker.settle()).toBeGreaterThan(0);
    expect(await client.find(body.id)).toMatchObject({
      status: 'CANCELLED',
      counts: { ...zeroCounts, total: 2, cancelled: 2 },
    });
    expect((await client.items(body.id)).items).toEqual(lineIds.map((lineId) => ({ lineId, outcome: 'CANCELLED' })));
    expect(await lineStatuses(lineIds)).toEqual(['ACTIVE', 'ACTIVE']);
  });

  it('a second time returns 409', async () => {
    const client = await aBrokersClient();
    const lineIds = await manyLines(api.db, 'ACTIVE', client.broker.id, 1);
    const { body } = await client.create('block', { lineIds });
    await client.call(cancelBulkOperationRoute, { params: { id: body.id } });
    const again = await client.call(cancelBulkOperationRoute, { params: { id: body.id } });
    expect(again).toMatchObject({
      status: 409,
      body: {
        resource: { type: 'bulk-operation', id: body.id },
        currentStatus: 'CANCELLING',
        requested: 'cancel',
        allowed: [],
      },
    });
  });
});
