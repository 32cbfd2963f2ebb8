import { approveBulkOperation } from '@linework/lines/bulk-operations/approve-bulk-operation';
import { changeBulkOperation } from '@linework/lines/bulk-operations/change-bulk-operation';
import { createBulkChange } from '@linework/lines/bulk-operations/create-bulk-change';
import { acquireWaitingItems } from '@linework/lines/bulk-operations/waiting-items';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';
import { aPerson } from './a-person.ts';
import { createBulkChangesFixture, listStatuses, reason } from './create-bulk-changes-fixture.ts';

const api = await startTestApi();
afterAll(() => api.close());
const { db } = api;
const { aBrokersClient, failedOrders, runAll } = createBulkChangesFixture(api);

/** A bulk operation of Ana at a rate, which Bea has approved. */
async function anApprovedOne(ordersPerMinute: number | undefined = 60) {
  const [client, ana, bea] = [await aBrokersClient(), await aPerson(db, 'Ana'), await aPerson(db, 'Bea')];
  const orderIds = await failedOrders(client, 2);
  const input = {
    caller: ana,
    operation: 'retry',
    orders: { orderIds },
    reason,
    correlationId: 'large',
    secondPersonAbove: 1,
  } as const;
  const { id: bulkId } = (await createBulkChange(db, { ...input, ordersPerMinute })).first;
  await approveBulkOperation(db, { caller: bea, bulkId });
  const rowOf = () => db.prisma.bulkOperation.findUniqueOrThrow({ where: { id: bulkId } });
  return { client, ana, bea, orderIds, bulkId, rowOf };
}

const listTypes = async (bulkId: string) =>
  (await db.prisma.event.findMany({ where: { resourceId: bulkId }, orderBy: { seq: 'asc' } })).map(({ type }) =>
    type.replace('bulk_operation.', ''),
  );

describe('a rate that another person has approved', () => {
  it.each([
    ['a faster one', 61],
    ['none', null],
  ])(
    'awaits approval again when its creator asks for %s, and nothing is processed until then',
    async (_name, ordersPerMinute) => {
      const { client, ana, orderIds, bulkId } = await anApprovedOne();
      const asked = await changeBulkOperation(db, { caller: ana, bulkId }, { ordersPerMinute });
      expect(asked).toMatchObject({ status: 'AWAITING_APPROVAL', approvalDueAt: expect.any(String) });
      expect(asked).not.toHaveProperty('approvedBy');
      await runAll();
      expect(await listStatuses(client, orderIds)).toEqual(['FAILED', 'FAILED']);
      await expect(approveBulkOperation(db, { caller: ana, bulkId })).rejects.toMatchObject({ code: 'same-person' });
      await approveBulkOperation(db, { caller: await aPerson(db, 'Cleo'), bulkId });
      expect(await listTypes(bulkId)).toEqual([
        'approval_requested',
        'approved',
        'changed',
        'approval_requested',
        'approved',
      ]);
      await checkInvariants(db);
    },
  );

  it('awaits approval again when a key asks for a faster one, and when it is paused', async () => {
    const { client, bulkId } = await anApprovedOne();
    await db.prisma.bulkOperation.update({ where: { id: bulkId }, data: { status: 'PAUSED' } });
    const key = { keyId: client.keyId, brokerId: client.broker.id, scopes: [] };
    expect(await changeBulkOperation(db, { caller: key, bulkId }, { ordersPerMinute: null })).toMatchObject({
      status: 'AWAITING_APPROVAL',
    });
  });

  it('is made faster by another person, who approves it with that', async () => {
    const { bea, ana, bulkId } = await anApprovedOne();
    expect(await changeBulkOperation(db, { caller: bea, bulkId }, { ordersPerMinute: 600 })).toMatchObject({
      status: 'RUNNING',
      ordersPerMinute: 600,
    });
    expect(await changeBulkOperation(db, { caller: ana, bulkId }, { ordersPerMinute: 599 })).toMatchObject({
      status: 'RUNNING',
    });
    expect(await changeBulkOperation(db, { caller: ana, bulkId }, { ordersPerMinute: 601 })).toMatchObject({
      status: 'AWAITING_APPROVAL',
    });
  });

  it('is made slower by its creator, and as fast again as it was approved', async () => {
    const { ana, bulkId } = await anApprovedOne();
    for (const ordersPerMinute of [10, 60]) {
      expect(await changeBulkOperation(db, { caller: ana, bulkId }, { ordersPerMinute })).toMatchObject({
        status: 'RUNNING',
        ordersPerMinute,
      });
    }
  });

  it('of none may become any', async () => {
    const { ana, bulkId } = await anApprovedOne(120_000);
    await db.pool.query(
      'UPDATE bulk_operation SET orders_per_minute = NULL, approved_orders_per_minute = NULL WHERE id = $1',
      [bulkId],
    );
    for (const ordersPerMinute of [10, null])
      expect(await changeBulkOperation(db, { caller: ana, bulkId }, { ordersPerMinute })).toMatchObject({
        status: 'RUNNING',
      });
  });

  it('is no faster than the one that the other person reads before the approval', async () => {
    const [client, ana] = [await aBrokersClient(), await aPerson(db, 'Ana')];
    const orders = { orderIds: await failedOrders(client, 2) };
    const input = {
      caller: ana,
      operation: 'retry',
      orders,
      reason,
      correlationId: 'large',
      secondPersonAbove: 1,
      ordersPerMinute: 60,
    } as const;
    const { id: bulkId } = (await createBulkChange(db, input)).first;
    await expect(changeBulkOperation(db, { caller: ana, bulkId }, { ordersPerMinute: null })).rejects.toMatchObject({
      status: 409,
      code: 'rate-awaits-approval',
    });
    expect(await changeBulkOperation(db, { caller: ana, bulkId }, { ordersPerMinute: 30 })).toMatchObject({
      status: 'AWAITING_APPROVAL',
      ordersPerMinute: 30,
    });
  });

  it.each(['orders_per_minute = 61', 'orders_per_minute = NULL'])('is kept by the database: %s', async (set) => {
    const { bulkId } = await anApprovedOne();
    await expect(db.pool.query(`UPDATE bulk_operation SET ${set} WHERE id = $1`, [bulkId])).rejects.toMatchObject({
      constraint: 'runs_no_faster_than_approved',
    });
  });
});

describe('the allowance of a rate', () => {
  it('is not touched when the same rate is sent again, and nothing is written', async () => {
    const { ana, bulkId, rowOf } = await anApprovedOne();
    await db.pool.query("UPDATE bulk_operation SET rate_used_until = now() + interval '1 min' WHERE id = $1", [bulkId]);
    const before = await rowOf();
    await changeBulkOperation(db, { caller: ana, bulkId }, { ordersPerMinute: 60 });
    expect(await rowOf()).toEqual(before);
    expect(await listTypes(bulkId)).toEqual(['approval_requested', 'approved']);
  });

  it('begins empty after a change, so that changes to and fro allow nothing', async () => {
    const { ana, bulkId } = await anApprovedOne(2);
    const countAllowed = async () => {
      const items = await db.transaction((tx) => acquireWaitingItems(tx, { limit: 100, openOrdersPerBroker: 200 }));
      return items.filter((item) => item.bulkId === bulkId).length;
    };
    expect(await countAllowed()).toBe(1);
    for (const ordersPerMinute of [1, 2, 1, 2]) {
      await changeBulkOperation(db, { caller: ana, bulkId }, { ordersPerMinute });
      expect(await countAllowed()).toBe(0);
    }
  });
});
