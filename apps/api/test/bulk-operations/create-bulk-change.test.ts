import {
  createBulkOperationRoute,
  listBulkOperationsRoute,
  previewBulkOperationRoute,
} from '@linework/schemas/bulk-operations/bulk-operations.routes';
import { listOrdersRoute } from '@linework/schemas/orders/orders.routes';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { aPlacedOrder } from '../orders/a-failed-order.ts';
import { readDatabaseState } from '../support/read-database-state.ts';
import { publicUrl, startTestApi } from '../support/test-api.ts';
import { createBulkChangesFixture, reason, unknownId, zeroCounts } from './create-bulk-changes-fixture.ts';

const api = await startTestApi();
afterAll(() => api.close());
const { worker, aBrokersClient, failedOrders, runAll } = createBulkChangesFixture(api);
afterEach(async () => {
  worker.network.clearFailures();
  await worker.handleWakeUps();
  await worker.settle();
});

describe('requesting a bulk operation on orders', () => {
  it.each([
    [
      'an actor of the client',
      { operation: 'retry', reason, orderIds: [unknownId], metadata: { actor: { type: 'operator' } } },
      '/metadata/actor',
    ],
    ['no reason', { operation: 'retry', orderIds: [unknownId] }, '/reason'],
    ['neither orders nor a filter', { operation: 'retry', reason }, ''],
    ['both', { operation: 'cancel', reason, orderIds: [unknownId], orderFilter: { status: ['FAILED'] } }, ''],
    ['an empty filter', { operation: 'retry', reason, orderFilter: {} }, '/orderFilter'],
    [
      'an unknown filter',
      { operation: 'retry', reason, orderFilter: { errorCode: ['x'], nope: 1 } },
      '/orderFilter/nope',
    ],
  ])('with %s is rejected with 400 and the path', async (_what, body, pointer) => {
    const { call } = await aBrokersClient();
    const response = await call(createBulkOperationRoute, { body: body as never });
    expect(response).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });

  it('with members for lines reports every error at once', async () => {
    const { call } = await aBrokersClient();
    const response = await call(createBulkOperationRoute, { body: { operation: 'retry', lineIds: [unknownId] } });
    expect(response.status).toBe(400);
    expect(
      (response.body as unknown as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer).toSorted(),
    ).toEqual(['', '/lineIds', '/reason']);
  });

  it.each([
    ['retry', ['lines:write'], 'orders:write'],
    ['cancel', ['lines:write'], 'orders:write'],
    ['close', ['lines:write', 'orders:write'], 'operator'],
  ] as const)('to %s needs its own scope', async (operation, scopes, scope) => {
    const { broker } = await aBrokersClient();
    const client = await api.aClient({ broker, scopes: [...scopes] });
    const reader = await api.aClient({ broker, scopes: [...scopes, 'orders:read'] });
    const before = await readDatabaseState(api.db);
    const response = await client.call(createBulkOperationRoute, {
      body: { operation, reason, orderIds: [unknownId] },
    });
    expect(response).toMatchObject({ status: 403, body: { code: 'missing-scope', scope } });
    const preview = await reader.call(previewBulkOperationRoute, { body: { operation, orderIds: [unknownId] } });
    expect(preview).toMatchObject({ status: 403, body: { code: 'missing-scope', scope } });
    expect(await readDatabaseState(api.db)).toEqual(before);
  });

  it('is rejected when no order exists', async () => {
    const { call } = await aBrokersClient();
    const response = await call(createBulkOperationRoute, {
      body: { operation: 'retry', reason, orderIds: [unknownId] },
    });
    expect(response).toMatchObject({ status: 422, body: { code: 'no-orders' } });
  });

  it('lists malformed and repeated orders as refused, and a dry run reports them at once', async () => {
    const client = await aBrokersClient();
    const [id = ''] = await failedOrders(client, 1);
    const body = { operation: 'retry', reason, orderIds: ['an order', id, id] } as const;
    const response = await client.call(createBulkOperationRoute, { body: { ...body, orderIds: [...body.orderIds] } });
    expect(response).toMatchObject({ status: 202, body: { total: 3, counts: { refused: 2, pending: 1 } } });
    const { reason: _, ...preview } = body;
    expect(
      await client.call(previewBulkOperationRoute, { body: { ...preview, orderIds: [...body.orderIds] } }),
    ).toMatchObject({ status: 400, body: { errors: [{ pointer: '/orderIds/0' }, { pointer: '/orderIds/2' }] } });
    await runAll();
    await checkInvariants(api.db);
  });

  it('of several brokers creates one for each broker, all with one correlation id', async () => {
    const [one, other] = [await aBrokersClient(), await aBrokersClient()];
    const [own, foreign] = [await failedOrders(one, 1), await failedOrders(other, 2)];
    const operator = await api.anOperatorsClient();
    const headers = { 'X-Correlation-Id': 'incident-4711' };
    const response = await operator.call(createBulkOperationRoute, {
      body: { operation: 'retry', reason, orderIds: [...own, unknownId, ...foreign] },
      headers,
    });
    expect(response).toMatchObject({
      status: 202,
      body: { brokerId: one.broker.id, total: 2, others: [{ brokerId: other.broker.id, total: 2 }] },
    });
    await runAll();
    const { body } = await operator.call(listBulkOperationsRoute, {
      query: { correlationId: 'incident-4711', sortOrder: 'asc' },
    });
    expect(body).toMatchObject({
      items: [
        { status: 'COMPLETED_WITH_ERRORS', counts: { ...zeroCounts, total: 2, completed: 1, refused: 1 } },
        { brokerId: other.broker.id, status: 'COMPLETED', counts: { ...zeroCounts, total: 2, completed: 2 } },
      ],
      meta: { total: 2 },
    });
    expect(await one.call(listBulkOperationsRoute)).toMatchObject({ body: { meta: { total: 1 } } });
    await checkInvariants(api.db);
  });
});

describe('the preview of a bulk operation', () => {
  it('counts the allowed orders and the reasons for the others, keeps only which orders they are, and matches the operation itself', async () => {
    const client = await aBrokersClient();
    const failed = await failedOrders(client, 2);
    const { orderId: completed } = await aPlacedOrder(api, client);
    const { orderId: alsoCompleted } = await aPlacedOrder(api, client);
    await worker.handleWakeUps();
    const pick = { orderIds: [unknownId, completed, ...failed, alsoCompleted] };
    const before = await readDatabaseState(api.db);
    const preview = await client.preview('retry', pick);
    const after = await readDatabaseState(api.db);
    expect(after['bulk_selection']).not.toBe(before['bulk_selection']);
    expect({ ...after, bulk_selection: before['bulk_selection'] }).toEqual(before);
    const reason = (code: string, status: number) => ({
      type: `${publicUrl}/problems/${code}`,
      title: expect.any(String),
      status,
      code,
    });
    expect(preview).toEqual({
      operation: 'retry',
      total: 5,
      allowed: 2,
      refused: 3,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      needsApproval: false,
      reasons: [
        {
          ...reason('invalid-status-transition', 409),
          currentStatus: 'COMPLETED',
          count: 2,
          exampleOrderId: completed,
        },
        { ...reason('not-found', 404), count: 1, exampleOrderId: unknownId },
      ],
    });
    const { id } = await client.create('retry', pick);
    await runAll();
    expect(await client.find(id)).toMatchObject({ counts: { completed: preview.allowed, refused: preview.refused } });
  });

  it('accepts the filters of the list, and finds as many as the list', async () => {
    const client = await aBrokersClient();
    await failedOrders(client, 3);
    const orderFilter = { step: ['LINE_BLOCK.SUSPEND_NETWORK'], superseded: false };
    const { body } = await client.call(listOrdersRoute, { query: orderFilter });
    expect(await client.preview('rollback', { orderFilter })).toMatchObject({
      total: 3,
      allowed: 3,
      refused: 0,
      reasons: [],
    });
    expect(body).toMatchObject({ meta: { total: 3 } });
  });
});
