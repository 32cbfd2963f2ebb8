import { approveBulkOperation } from '@linework/lines/bulk-operations/approve-bulk-operation';
import { createBulkChange } from '@linework/lines/bulk-operations/create-bulk-change';
import { settleBulkOperations } from '@linework/lines/bulk-operations/settle-bulk-operations';
import {
  approveBulkOperationRoute,
  changeBulkOperationRoute,
  createBulkOperationRoute,
  pauseBulkOperationRoute,
  resumeBulkOperationRoute,
} from '@linework/schemas/bulk-operations/bulk-operations.routes';
import { retryOrderRoute } from '@linework/schemas/orders/orders.routes';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { v7 as newId } from 'uuid';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';
import { aPerson } from './a-person.ts';
import { createBulkChangesFixture, listStatuses, reason, zeroCounts } from './create-bulk-changes-fixture.ts';

const api = await startTestApi();
afterAll(() => api.close());
const { worker, aBrokersClient, failedOrders, runAll } = createBulkChangesFixture(api);

const listEvents = async (bulkId: string) =>
  (await api.db.prisma.event.findMany({ where: { resourceId: bulkId }, orderBy: { seq: 'asc' } })).map(
    ({ type, keyId }) => [type, keyId],
  );

describe('a dry run', () => {
  it('names its orders by a digest, and the bulk operation is refused with the difference if others are selected now', async () => {
    const client = await aBrokersClient();
    const [first = '', second = ''] = await failedOrders(client, 2);
    const orderFilter = { status: ['FAILED'], superseded: false };
    const { digest, needsApproval } = await client.preview('retry', { orderFilter });
    expect(needsApproval).toBe(false);
    await client.create('rollback', { orderIds: [first] });
    await runAll();
    const [third = ''] = await failedOrders(client, 1);

    const body = { operation: 'retry', reason, orderFilter, digest } as const;
    const refused = await client.call(createBulkOperationRoute, { body: body as never });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'selection-changed',
        added: 1,
        removed: 1,
        addedOrderIds: [third],
        removedOrderIds: [first],
        total: 2,
      },
    });
    const again = await client.preview('retry', { orderIds: [third, second] });
    expect(again.total).toBe(2);
    const { digest: ofRefusal } = refused.body as { digest?: string };
    expect(await client.create('retry', { orderFilter, digest: ofRefusal, name: 'Incident 4711' })).toMatchObject({
      total: 2,
      name: 'Incident 4711',
    });
    await runAll();
  });

  it('confirms one bulk operation: a second one is told and creates nothing, until a new dry run', async () => {
    const client = await aBrokersClient();
    const orderIds = [...(await failedOrders(client, 1))];
    const { digest } = await client.preview('retry', { orderIds });
    const { id } = await client.create('retry', { orderIds, digest });
    const again = await client.call(createBulkOperationRoute, {
      body: { operation: 'retry', reason, orderIds, digest },
    });
    expect(again).toMatchObject({ status: 409, body: { code: 'selection-confirmed', bulkOperationId: id } });
    expect(await api.db.prisma.bulkOperation.count({ where: { brokerId: client.broker.id } })).toBe(1);
    const next = await client.preview('retry', { orderIds });
    expect(await client.create('retry', { orderIds, digest: next.digest })).toMatchObject({ total: 1 });
    await runAll();
  });

  it('confirms one bulk operation also when two requests come at the same moment', async () => {
    const client = await aBrokersClient();
    const orderIds = [...(await failedOrders(client, 1))];
    const { digest } = await client.preview('retry', { orderIds });
    const body = { operation: 'retry', reason, orderIds, digest } as const;
    const both = await Promise.all([
      client.call(createBulkOperationRoute, { body }),
      client.call(createBulkOperationRoute, { body }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    await runAll();
  });

  it('of another broker, or of another operation, tells no ids', async () => {
    const [client, other] = [await aBrokersClient(), await aBrokersClient()];
    const orderIds = await failedOrders(client, 2);
    const { digest } = await client.preview('retry', { orderIds });
    const foreign = await other.call(createBulkOperationRoute, {
      body: { operation: 'retry', reason, orderIds: [...(await failedOrders(other, 1))], digest },
    });
    expect(foreign).toMatchObject({ status: 409, body: { code: 'selection-changed', total: 1 } });
    expect(JSON.stringify(foreign.body)).not.toContain(orderIds[0]);
    expect(
      await client.call(createBulkOperationRoute, {
        body: { operation: 'rollback', reason, orderIds: [...orderIds], digest },
      }),
    ).toMatchObject({
      status: 409,
    });
  });
});

describe('a bulk operation that runs', () => {
  it('is paused and resumed, has its own rate, and tells who did what', async () => {
    const client = await aBrokersClient();
    const orderIds = await failedOrders(client, 2);
    const { id } = await client.create('retry', { orderIds, ordersPerMinute: 60 });
    const options = { params: { id } };
    expect(await client.call(pauseBulkOperationRoute, options)).toMatchObject({
      status: 200,
      body: { status: 'PAUSED', ordersPerMinute: 60 },
    });
    await runAll();
    expect(await listStatuses(client, orderIds)).toEqual(['FAILED', 'FAILED']);
    expect(await client.call(pauseBulkOperationRoute, options)).toMatchObject({
      status: 409,
      body: { allowed: ['resume', 'cancel'] },
    });
    expect(
      await client.call(changeBulkOperationRoute, { ...options, body: { ordersPerMinute: null, name: 'faster' } }),
    ).toMatchObject({
      status: 200,
      body: { name: 'faster', status: 'PAUSED', counts: { pending: 2 } },
    });
    expect(await client.call(resumeBulkOperationRoute, options)).toMatchObject({
      body: { status: 'RUNNING', createdBy: { type: 'key', keyId: client.keyId } },
    });
    await runAll();
    expect(await client.find(id)).toMatchObject({
      status: 'COMPLETED',
      counts: { ...zeroCounts, total: 2, completed: 2 },
    });
    expect(await client.call(changeBulkOperationRoute, { ...options, body: { name: 'late' } })).toMatchObject({
      status: 409,
      body: { code: 'bulk-operation-ended' },
    });
    const types = ['started', 'paused', 'changed', 'resumed'].map((name) => [`bulk_operation.${name}`, client.keyId]);
    expect(await listEvents(id)).toEqual([...types, ['bulk_operation.completed', null]]);
    await checkInvariants(api.db);
  });

  it('leaves a rest, over which another one goes', async () => {
    const [client, other] = [await aBrokersClient(), await aBrokersClient()];
    const [failed = '', open = ''] = await failedOrders(client, 2);
    const { id } = await client.create('retry', { orderIds: [failed, open] });
    await client.call(retryOrderRoute, { params: { orderId: failed }, body: { reason } });
    await runAll();
    const outcome = ['FAILED', 'REFUSED'];
    const rest = (await client.items(id, { outcome })).map(({ orderId }) => orderId);
    expect(rest).toEqual([failed]);
    const preview = await client.preview('retry', { bulkItems: { bulkOperationId: id } });
    expect(preview).toMatchObject({ total: 1 });
    const second = await client.create('retry', { bulkItems: { bulkOperationId: id }, digest: preview.digest });
    await runAll();
    expect((await client.items(second.id)).map(({ orderId }) => orderId)).toEqual(rest);
    const body = { operation: 'retry', reason, bulkItems: { bulkOperationId: id, outcome: ['COMPLETED'] } } as const;
    expect(await other.call(createBulkOperationRoute, { body: body as never })).toMatchObject({
      status: 422,
      body: { code: 'no-orders' },
    });
  });
});

describe('a bulk operation of a person that is large', () => {
  const aLargeOne = async () => {
    const [client, ana] = [await aBrokersClient(), await aPerson(api.db, 'Ana')];
    const orderIds = await failedOrders(client, 2);
    const input = {
      caller: ana,
      operation: 'retry',
      orders: { orderIds },
      reason,
      correlationId: 'large',
      secondPersonAbove: 1,
    } as const;
    return { client, ana, orderIds, bulk: (await createBulkChange(api.db, input)).first };
  };

  it('waits until another person approves it', async () => {
    const [{ client, ana, orderIds, bulk }, bea] = [await aLargeOne(), await aPerson(api.db, 'Bea')];
    const target = { bulkId: bulk.id };
    expect(bulk).toMatchObject({
      status: 'AWAITING_APPROVAL',
      counts: { pending: 2 },
      createdBy: { type: 'operator', operatorId: ana.keyId },
    });
    expect(Date.parse(bulk.approvalDueAt ?? '') - Date.parse(bulk.createdAt)).toBe(24 * 3_600_000);
    await runAll();
    expect(await listStatuses(client, orderIds)).toEqual(['FAILED', 'FAILED']);
    await expect(approveBulkOperation(api.db, { caller: ana, ...target })).rejects.toMatchObject({
      code: 'same-person',
      status: 403,
    });
    const byKey = await (await api.anOperatorsClient()).call(approveBulkOperationRoute, { params: { id: bulk.id } });
    expect(byKey).toMatchObject({ status: 403, body: { code: 'person-required' } });
    const approved = await approveBulkOperation(api.db, { caller: bea, ...target });
    expect(approved).toMatchObject({ status: 'RUNNING', approvedBy: { operatorId: bea.keyId } });
    await expect(approveBulkOperation(api.db, { caller: bea, ...target })).rejects.toMatchObject({ status: 409 });
    await runAll();
    const shown = await client.find(bulk.id);
    expect(shown).toMatchObject({
      status: 'COMPLETED',
      createdBy: { type: 'operator' },
      approvedBy: { type: 'operator' },
    });
    expect(JSON.stringify(shown)).not.toContain(bea.keyId);
    expect((await listEvents(bulk.id)).slice(0, 2)).toEqual([
      ['bulk_operation.approval_requested', ana.keyId],
      ['bulk_operation.approved', bea.keyId],
    ]);
    await checkInvariants(api.db);
  });

  it('is cancelled when nobody approves it in time', async () => {
    const { client, orderIds, bulk } = await aLargeOne();
    await api.db.pool.query("UPDATE bulk_operation SET approval_due_at = now() - interval '1 ms' WHERE id = $1", [
      bulk.id,
    ]);
    await settleBulkOperations(api.db);
    await worker.settle();
    expect(await client.find(bulk.id)).toMatchObject({
      status: 'CANCELLED',
      counts: { ...zeroCounts, total: 2, cancelled: 2 },
    });
    expect(await listStatuses(client, orderIds)).toEqual(['FAILED', 'FAILED']);
    await checkInvariants(api.db);
  });

  it('is refused by the database as one that the same person approves, or that runs unapproved', async () => {
    const { ana, bulk } = await aLargeOne();
    const update = (set: string) => api.db.pool.query(`UPDATE bulk_operation SET ${set} WHERE id = $1`, [bulk.id]);
    await expect(update(`approved_at = now(), approved_by = '${ana.keyId}', status = 'RUNNING'`)).rejects.toMatchObject(
      {
        constraint: 'another_person_approves',
      },
    );
    await expect(update("status = 'RUNNING'")).rejects.toMatchObject({ constraint: 'unapproved_is_not_processed' });
    await expect(update(`approved_at = now(), approved_by = '${newId()}', status = 'RUNNING'`)).rejects.toMatchObject({
      constraint: 'bulk_operation_approved_by_fkey',
    });
  });
});
