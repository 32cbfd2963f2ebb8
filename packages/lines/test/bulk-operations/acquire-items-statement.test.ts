import { indexOrderTypes } from '@linework/engine/model/order-type';
import { createBulkChange } from '@linework/lines/bulk-operations/create-bulk-change';
import { createBulkOperation } from '@linework/lines/bulk-operations/create-bulk-operation';
import { placeBulkOrders } from '@linework/lines/bulk-operations/place-bulk-orders';
import { settleBulkOperations } from '@linework/lines/bulk-operations/settle-bulk-operations';
import {
  type AcquireLimits,
  acquireWaitingItems,
  type WaitingItem,
} from '@linework/lines/bulk-operations/waiting-items';
import { allOrderTypeVersions } from '@linework/lines/order-types/all-order-types';
import { blockLine } from '@linework/lines/order-types/block-line';
import { silentLog } from '@linework/log/log';
import { aBroker } from '@linework/testing/a-broker';
import { aTestDb } from '@linework/testing/a-test-db';
import { aCallerOf } from '@linework/testing/callers';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { sql } from '@linework/testing/sql';
import { manyLines } from '@linework/testing/volume/many-lines';
import { afterEach, describe, expect, it } from 'vitest';
import { placeOrders } from '../../src/commands/place-orders.ts';

const db = await aTestDb();
afterEach(async () => {
  await db.pool.query("UPDATE bulk_operation SET status = 'CANCELLING' WHERE status = 'RUNNING'");
});

/** A broker with bulk operations that block this many lines each. */
async function aBrokerWith(operations: number, linesEach: number): Promise<string> {
  const broker = await aBroker(db);
  const lineIds = await manyLines(db, 'ACTIVE', broker.id, operations * linesEach);
  for (let from = 0; from < lineIds.length; from += linesEach) {
    const lines = { lineIds: lineIds.slice(from, from + linesEach) };
    await createBulkOperation(db, { caller: aCallerOf(broker), operation: 'block', lines, correlationId: 'test' });
  }
  return broker.id;
}

/** A broker that retries this many failed orders. */
async function aBrokerThatRetries(count: number): Promise<string> {
  const broker = await aBroker(db);
  const lineIds = await manyLines(db, 'ACTIVE', broker.id, count);
  await placeOrders(
    { db, notify: () => {} },
    lineIds.map((lineId) => ({ orderType: blockLine, caller: aCallerOf(broker), lineId, correlationId: 'test' })),
  );
  await db.pool.query("UPDATE orders SET status = 'IN_PROGRESS' WHERE broker_id = $1", [broker.id]);
  await db.pool.query("UPDATE orders SET status = 'FAILED', due_at = NULL, failed_at = now() WHERE broker_id = $1", [
    broker.id,
  ]);
  const orders = { filter: { brokerId: [broker.id] } };
  await createBulkChange(db, {
    caller: aCallerOf(broker),
    operation: 'retry',
    orders,
    reason: 'test',
    correlationId: 'test',
  });
  return broker.id;
}

const openOrdersPerBroker = 1_000;
/** A round whose lines keep waiting, so that the next round finds the same ones. */
const acquireItems = (limit: number, more: Partial<AcquireLimits> = {}) =>
  db.transaction((tx) => acquireWaitingItems(tx, { limit, openOrdersPerBroker, ...more }));
const countOfBroker = (items: readonly WaitingItem[], wanted: string) =>
  items.filter(({ brokerId }) => brokerId === wanted).length;
const bulkDeps = {
  db,
  notify: () => {},
  orderTypes: indexOrderTypes(allOrderTypeVersions),
  log: silentLog,
  bulkOrdersPerSecond: 2_000,
  openOrdersPerBroker,
};
const place = (limit: number) => placeBulkOrders({ ...bulkDeps, openOrdersPerBroker: limit });

async function countOpenOrders(brokerId: string): Promise<number> {
  const { rows } = await db.pool.query('SELECT count(*)::int AS open FROM orders WHERE broker_id = $1 AND is_open', [
    brokerId,
  ]);
  return rows[0].open;
}

describe('a bulk operation with its own rate', () => {
  it('gets no more items than its rate allows, and keeps the round of the others', async () => {
    const [slow, other] = [await aBrokerWith(1, 4), await aBrokerWith(1, 4)];
    await db.pool.query('UPDATE bulk_operation SET orders_per_minute = 1 WHERE broker_id = $1', [slow]);
    const first = await acquireItems(64);
    expect([countOfBroker(first, slow), countOfBroker(first, other)]).toEqual([1, 4]);
    const second = await acquireItems(64);
    expect([countOfBroker(second, slow), countOfBroker(second, other)]).toEqual([0, 4]);
    await db.pool.query("UPDATE bulk_operation SET rate_used_until = now() - interval '1 hour' WHERE broker_id = $1", [
      slow,
    ]);
    expect(countOfBroker(await acquireItems(64), slow)).toBe(1);
  });
});

describe('the rounds of bulk operations', () => {
  it('serve one line of a broker among a hundred operations of another, in each turn', async () => {
    const [many, one] = [await aBrokerWith(100, 3), await aBrokerWith(1, 1)];
    for (let round = 0; round < 5; round += 1) {
      const items = await acquireItems(10);
      expect([countOfBroker(items, many), countOfBroker(items, one)]).toEqual([9, 1]);
    }
  });

  it('serve one line of a broker among hundreds of orders that another broker retries', async () => {
    const many = await aBrokerThatRetries(300);
    const one = await aBrokerWith(1, 1);
    for (let round = 0; round < 3; round += 1) {
      const items = await acquireItems(10);
      expect([countOfBroker(items, many), countOfBroker(items, one)]).toEqual([9, 1]);
    }
  });

  it('serve brokers one after the other when there is one slot at a time', async () => {
    const brokers = [await aBrokerWith(20, 2), await aBrokerWith(1, 2), await aBrokerWith(3, 2)];
    const served: (string | undefined)[] = [];
    for (let round = 0; round < 9; round += 1) served.push((await acquireItems(1))[0]?.brokerId);
    expect(served).toEqual([...brokers, ...brokers, ...brokers]);
  });

  it('serve each operation of a broker once before any is served again', async () => {
    await aBrokerWith(30, 2);
    const served = [];
    for (let round = 0; round < 3; round += 1) served.push(...(await acquireItems(10)));
    expect(new Set(served.map(({ bulkId }) => bulkId)).size).toBe(30);
  });

  it('give unused slots of one broker to the others', async () => {
    const [large, small] = [await aBrokerWith(1, 50), await aBrokerWith(1, 2)];
    const items = await acquireItems(20);
    expect([countOfBroker(items, large), countOfBroker(items, small)]).toEqual([18, 2]);
  });

  it('skip an operation that is being cancelled', async () => {
    const [cancelled, other] = [await aBrokerWith(1, 5), await aBrokerWith(1, 5)];
    await db.transaction(async (tx) => {
      await tx.query(sql`UPDATE bulk_operation SET status = 'CANCELLING' WHERE broker_id = ${cancelled}::uuid`);
      const items = await acquireItems(4);
      expect([countOfBroker(items, cancelled), countOfBroker(items, other)]).toEqual([0, 2]);
    });
  });
});

describe('the rounds of a broker with the maximum of open orders', () => {
  it('are used for items that open no order', async () => {
    const brokerId = await aBrokerWith(1, 5);
    await waitUntil('two are placed', async () => {
      await place(2);
      return (await countOpenOrders(brokerId)) === 2;
    });
    const open = await db.prisma.order.findMany({ where: { brokerId }, select: { id: true } });
    const orders = { orderIds: open.map(({ id }) => id) };
    const caller = aCallerOf({ id: brokerId });
    for (const operation of ['retry', 'cancel'] as const)
      await createBulkChange(db, { caller, operation, orders, reason: 'test', correlationId: 'test' });
    const items = await acquireItems(10, { openOrdersPerBroker: 2 });
    expect(items.map(({ operation }) => operation)).toEqual(['cancel', 'cancel']);
  });
});

describe('a run that places orders', () => {
  it('starts no further batch when its time is over, so that settled operations are ended', async () => {
    await aBrokerWith(1, 200);
    await db.pool.query("UPDATE bulk_rate_limit SET used_until = now() - interval '1 h'");
    let batches = 0;
    const isOver = () => {
      batches += 1;
      return batches > 1;
    };
    expect(await placeBulkOrders(bulkDeps, isOver)).toBe(64);
  });
});

describe('ending bulk operations', () => {
  it('does not wait for an operation whose lines are locked', async () => {
    const [large, small] = [await aBrokerWith(1, 3), await aBrokerWith(1, 1)];
    for (const broker of [large, small]) await failFirst(broker);
    await db.transaction(async (tx) => {
      expect(countOfBroker(await acquireWaitingItems(tx, { limit: 10, openOrdersPerBroker }), large)).toBe(2);
      await settleBulkOperations(db);
      expect([await readStatus(large), await readStatus(small)]).toEqual(['RUNNING', 'FAILED']);
    });
  });
});

/** So that the operation has more settled items than at the last check. */
const failFirst = (brokerId: string) =>
  db.pool.query(
    `UPDATE bulk_item i
     SET problem = '{}'
     FROM bulk_operation b
     WHERE b.id = i.bulk_id AND b.status = 'RUNNING' AND b.broker_id = $1 AND i.position = 0`,
    [brokerId],
  );

async function readStatus(brokerId: string): Promise<string> {
  const { rows } = await db.pool.query('SELECT status FROM bulk_operation WHERE broker_id = $1', [brokerId]);
  return rows[0].status;
}

describe('a broker with the maximum of open orders', () => {
  it('gets no more from its bulk operations until some have settled, and delays no other broker', async () => {
    const [limited, other] = [await aBrokerWith(2, 20), await aBrokerWith(1, 3)];
    await waitUntil('three of each are placed', async () => {
      await place(3);
      return (await countOpenOrders(limited)) === 3 && (await countOpenOrders(other)) === 3;
    });
    for (let round = 0; round < 3; round += 1) await place(3);
    expect(await countOpenOrders(limited)).toBe(3);
    expect(countOfBroker(await acquireItems(10, { openOrdersPerBroker: 5 }), limited)).toBe(2);
    await db.pool.query("UPDATE orders SET status = 'CANCELLED', due_at = NULL WHERE broker_id = $1 AND is_open", [
      limited,
    ]);
    expect(countOfBroker(await acquireItems(10, { openOrdersPerBroker: 3 }), limited)).toBe(3);
  });

  it('is not reached by orders that wait for the time their client requested', async () => {
    const broker = await aBrokerWith(1, 5);
    await waitUntil('two are placed', async () => {
      await place(2);
      return (await countOpenOrders(broker)) === 2;
    });
    await db.pool.query(
      "UPDATE orders SET not_before = now() + interval '1 min', due_at = now() + interval '1 min' WHERE broker_id = $1",
      [broker],
    );
    expect(countOfBroker(await acquireItems(5, { openOrdersPerBroker: 2 }), broker)).toBe(2);
  });
});
