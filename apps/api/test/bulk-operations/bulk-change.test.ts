import { stepId } from '@linework/engine/model/step';
import { listBulkOperationsRoute } from '@linework/schemas/bulk-operations/bulk-operations.routes';
import { listOrdersRoute, retryOrderRoute } from '@linework/schemas/orders/orders.routes';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { aPlacedOrder, theOrder } from '../orders/a-failed-order.ts';
import { publicUrl, startTestApi } from '../support/test-api.ts';
import {
  createBulkChangesClient,
  createBulkChangesFixture,
  listStatuses,
  reason,
  unknownId,
  zeroCounts,
} from './create-bulk-changes-fixture.ts';

const api = await startTestApi();
afterAll(() => api.close());
const { worker, aBrokersClient, failedOrders, runAll } = createBulkChangesFixture(api);
afterEach(async () => {
  worker.network.clearFailures();
  await worker.handleWakeUps();
  await worker.settle();
});

describe.each([
  ['retry', 'COMPLETED'],
  ['rollback', 'ROLLED_BACK'],
  ['close', 'CANCELLED'],
] as const)('a bulk %s', (operation, end) => {
  it(`of failed orders is accepted at once, and brings each to ${end}`, async () => {
    const client = await aBrokersClient();
    const requester = operation === 'close' ? await createBulkChangesClient(await api.anOperatorsClient()) : client;
    const orderIds = await failedOrders(client, 3);
    const bulk = await requester.create(operation, { orderIds });
    expect(bulk).toMatchObject({
      operation,
      status: 'RUNNING',
      total: 3,
      reason,
      brokerId: client.broker.id,
      counts: { ...zeroCounts, total: 3, pending: 3 },
    });
    expect(await listStatuses(client, orderIds)).toEqual(['FAILED', 'FAILED', 'FAILED']);

    await runAll();
    expect(await client.find(bulk.id)).toMatchObject({
      status: 'COMPLETED',
      finishedAt: expect.any(String),
      counts: { ...zeroCounts, total: 3, completed: 3 },
    });
    expect(await listStatuses(client, orderIds)).toEqual([end, end, end]);
    expect(await client.items(bulk.id)).toEqual(
      orderIds.map((orderId) => ({ lineId: expect.any(String), orderId, outcome: 'COMPLETED', status: end })),
    );
    const { rows } = await api.db.pool.query(
      "SELECT DISTINCT key_id FROM event WHERE resource_id = ANY($1) AND from_status = 'FAILED'",
      [orderIds],
    );
    expect(rows).toEqual([{ key_id: requester.keyId }]);
    await checkInvariants(api.db);
  });
});

describe('a bulk cancel', () => {
  it('of open orders cancels each, even when the broker has the maximum of open orders', async () => {
    const client = await aBrokersClient();
    const orderIds = [await aPlacedOrder(api, client), await aPlacedOrder(api, client)].map(({ orderId }) => orderId);
    api.wakeUps.splice(0);
    const { id } = await client.create('cancel', { orderIds });
    await worker.placeAll({ openOrdersPerBroker: 1 });
    await worker.settle();
    expect(await client.find(id)).toMatchObject({
      status: 'COMPLETED',
      counts: { ...zeroCounts, total: 2, completed: 2 },
    });
    expect(await listStatuses(client, orderIds)).toEqual(['CANCELLED', 'CANCELLED']);
    expect(await theOrder(client, orderIds[0] ?? '')).toMatchObject({ cancellationReason: reason });
  });
});

describe('the orders of a bulk operation', () => {
  it('are those that a filter matched at the time of the request', async () => {
    const client = await aBrokersClient();
    const before = await failedOrders(client, 2);
    const { id } = await client.create('retry', {
      orderFilter: { errorCode: ['unknown-subscriber'], superseded: false },
    });
    const [later = ''] = await failedOrders(client, 1);
    await runAll();
    expect((await client.items(id)).map(({ orderId }) => orderId)).toEqual(before);
    expect(await listStatuses(client, [...before, later])).toEqual(['COMPLETED', 'COMPLETED', 'FAILED']);
  });

  it('have a reason when they are rejected, and do not block the others', async () => {
    const [client, other] = [await aBrokersClient(), await aBrokersClient()];
    const [failed = ''] = await failedOrders(client, 1);
    const [foreign = ''] = await failedOrders(other, 1);
    const { orderId: completed } = await aPlacedOrder(api, client);
    await worker.handleWakeUps();
    const { id } = await client.create('retry', { orderIds: [unknownId, foreign, completed, failed] });
    await runAll();
    expect(await client.find(id)).toMatchObject({
      status: 'COMPLETED_WITH_ERRORS',
      counts: { ...zeroCounts, total: 4, refused: 3, completed: 1 },
    });
    const notFound = (orderId: string) => ({
      orderId,
      outcome: 'REFUSED',
      problem: {
        type: `${publicUrl}/problems/not-found`,
        title: 'Not found',
        status: 404,
        code: 'not-found',
        detail: `There is no order ${orderId}.`,
      },
    });
    const [first, second, third, fourth] = await client.items(id);
    expect([first, second]).toEqual([notFound(unknownId), notFound(foreign)]);
    expect(third).toMatchObject({
      orderId: completed,
      outcome: 'REFUSED',
      problem: {
        code: 'invalid-status-transition',
        status: 409,
        currentStatus: 'COMPLETED',
        requested: 'retry',
        allowed: [],
      },
    });
    expect(fourth).toMatchObject({ orderId: failed, outcome: 'COMPLETED' });
    expect(await listStatuses(other, [foreign])).toEqual(['FAILED']);
    await checkInvariants(api.db);
  });

  it('that fail again count as failed, and so does the whole operation', async () => {
    const client = await aBrokersClient();
    const [orderId = ''] = await failedOrders(client, 1);
    worker.network.failNext(`${stepId(orderId, 0)}:execute`, 'permanent');
    const { id } = await client.create('retry', { orderIds: [orderId] });
    await runAll();
    expect(await client.find(id)).toMatchObject({ status: 'FAILED', counts: { ...zeroCounts, total: 1, failed: 1 } });
  });

  it('are found in the list of orders', async () => {
    const client = await aBrokersClient();
    const orderIds = await failedOrders(client, 2);
    const { id } = await client.create('retry', { orderIds });
    await runAll();
    const { status, body } = await client.call(listOrdersRoute, {
      query: { bulkOperationId: [id], status: ['COMPLETED'], sortOrder: 'asc' },
    });
    expect(status === 200 && body.items.map((order) => order.id)).toEqual(orderIds);
  });
});

describe('the counts of a bulk operation', () => {
  it('are final when it ends, in the list as well, even if its orders change later', async () => {
    const client = await aBrokersClient();
    const [orderId = ''] = await failedOrders(client, 1);
    worker.network.failNext(`${stepId(orderId, 0)}:execute`, 'permanent');
    const { id } = await client.create('retry', { orderIds: [orderId] });
    await runAll();
    await client.call(retryOrderRoute, { params: { orderId } });
    await worker.handleWakeUps();
    const expected = { id, status: 'FAILED', counts: { ...zeroCounts, total: 1, failed: 1 } };
    expect(await client.find(id)).toMatchObject(expected);
    const { body } = await client.call(listBulkOperationsRoute);
    expect(body).toMatchObject({ items: [expected] });
    expect(await client.items(id)).toMatchObject([{ outcome: 'COMPLETED', status: 'COMPLETED' }]);
  });

  it('wait for an order that was retried in the meantime', async () => {
    const client = await aBrokersClient();
    const orderIds = await failedOrders(client, 2);
    for (const orderId of orderIds) worker.network.failNext(`${stepId(orderId, 0)}:execute`, 'permanent');
    const { id } = await client.create('retry', { orderIds });
    await worker.placeAll();
    // The first order fails, and is retried before the second fails.
    const [first, ...others] = api.wakeUps.splice(0);
    api.wakeUps.push(...(first ? [first] : []));
    await worker.handleWakeUps();
    await worker.settle();
    await client.call(retryOrderRoute, { params: { orderId: orderIds[0] ?? '' } });
    const again = api.wakeUps.splice(0);
    api.wakeUps.push(...others);
    await worker.handleWakeUps();
    expect(await worker.settle()).toBe(0);
    expect(await client.find(id)).toMatchObject({ status: 'RUNNING', counts: { placed: 1, failed: 1 } });
    api.wakeUps.push(...again);
    await worker.handleWakeUps();
    expect(await worker.settle()).toBe(1);
    expect(await client.find(id)).toMatchObject({
      status: 'COMPLETED_WITH_ERRORS',
      counts: { ...zeroCounts, total: 2, completed: 1, failed: 1 },
    });
  });
});
