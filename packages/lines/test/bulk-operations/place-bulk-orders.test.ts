import type { Db } from '@linework/db/db';
import { indexOrderTypes } from '@linework/engine/model/order-type';
import { cancelBulkOperation } from '@linework/lines/bulk-operations/cancel-bulk-operation';
import { consumeRateLimit } from '@linework/lines/bulk-operations/consume-rate-limit';
import { createBulkOperation } from '@linework/lines/bulk-operations/create-bulk-operation';
import { findBulkOperation } from '@linework/lines/bulk-operations/find-bulk-operation';
import { listBulkItems } from '@linework/lines/bulk-operations/list-bulk-items';
import { placeBulkOrders } from '@linework/lines/bulk-operations/place-bulk-orders';
import { settleBulkOperations } from '@linework/lines/bulk-operations/settle-bulk-operations';
import { acquireWaitingItems, recordPlaced, type WaitingLine } from '@linework/lines/bulk-operations/waiting-items';
import { allOrderTypeVersions } from '@linework/lines/order-types/all-order-types';
import { blockLine } from '@linework/lines/order-types/block-line';
import { silentLog } from '@linework/log/log';
import { aBroker } from '@linework/testing/a-broker';
import { aTestDb } from '@linework/testing/a-test-db';
import { aCallerOf } from '@linework/testing/callers';
import { countWaitingSessions } from '@linework/testing/count-waiting-sessions';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { sql } from '@linework/testing/sql';
import { manyLines } from '@linework/testing/volume/many-lines';
import { afterEach, describe, expect, it } from 'vitest';
import { placeOrder } from '../../src/commands/place-order.ts';

const db = await aTestDb();
afterEach(async () => {
  await db.pool.query("UPDATE bulk_operation SET status = 'CANCELLING' WHERE status = 'RUNNING'");
});

const notify = () => {};
const orderTypes = indexOrderTypes(allOrderTypeVersions);
const run = () =>
  placeBulkOrders({ db, notify, orderTypes, log: silentLog, bulkOrdersPerSecond: 2_000, openOrdersPerBroker: 1_000 });

async function aBulkBlock(count: number) {
  const broker = await aBroker(db);
  const caller = aCallerOf(broker);
  const lineIds = await manyLines(db, 'ACTIVE', broker.id, count);
  const { id: bulkId } = await createBulkOperation(db, {
    caller,
    operation: 'block',
    lines: { lineIds },
    correlationId: 'test',
  });
  return {
    caller,
    lineIds,
    bulkId,
    counts: async () => (await findBulkOperation(db, { caller, bulkId })).counts,
    ordersOfEach: async () => {
      const { rows } = await db.pool.query(
        'SELECT count(*)::int AS orders FROM orders WHERE line_id = ANY($1::uuid[]) GROUP BY line_id',
        [lineIds],
      );
      return rows.map(({ orders }) => orders);
    },
  };
}

const isNonePending = async ({ counts }: { readonly counts: () => Promise<{ readonly pending: number }> }) =>
  (await counts()).pending === 0;

/** Places the order of one line like a worker, in a transaction that is still open. */
async function placeItem(tx: Db, item: WaitingLine): Promise<void> {
  const { keyId, brokerId, lineId, correlationId } = item;
  const { orderId } = await placeOrder(
    { db: tx, notify },
    { orderType: blockLine, caller: { keyId, brokerId, scopes: [] }, lineId, correlationId },
  );
  await recordPlaced(tx, [{ item, orderId }]);
}

/** Until a session of this database waits for a lock. */
const waitForLockWait = () => waitUntil('a session waits for a lock', async () => (await countWaitingSessions(db)) > 0);

describe('placing the orders of a bulk operation', () => {
  it('by many at once gives each line one order', async () => {
    const bulk = await aBulkBlock(200);
    await waitUntil('all are placed', async () => {
      await Promise.all([run(), run(), run(), run()]);
      return isNonePending(bulk);
    });
    expect(await bulk.ordersOfEach()).toEqual(Array(200).fill(1));
    expect(await bulk.counts()).toMatchObject({ placed: 200 });
  });

  it('skips a line that is locked, and gives it its order afterwards', async () => {
    const bulk = await aBulkBlock(3);
    let placing: Promise<unknown> | undefined;
    await db.transaction(async (tx) => {
      await tx.query(sql`SELECT FROM line WHERE id = ${bulk.lineIds[1]}::uuid FOR UPDATE`);
      placing = waitUntil('all are placed', async () => {
        await run();
        return isNonePending(bulk);
      });
      await waitUntil('the others are placed', async () => (await bulk.counts()).placed === 2);
    });
    await placing;
    expect(await bulk.counts()).toMatchObject({ placed: 3 });
  });

  it('refuses a line that the database rejects, and places the others', async () => {
    const bulk = await aBulkBlock(3);
    await db.pool.query(`
      CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'not this one' USING ERRCODE = 'check_violation';
      END $$;
      CREATE TRIGGER refuse_one BEFORE INSERT ON orders
        FOR EACH ROW WHEN (NEW.resource_id = '${bulk.lineIds[1]}')
        EXECUTE FUNCTION refuse_one()`);
    await waitUntil('all are tried', async () => {
      await run();
      return isNonePending(bulk);
    });
    await db.pool.query('DROP TRIGGER refuse_one ON orders; DROP FUNCTION refuse_one');
    expect(await bulk.counts()).toMatchObject({ placed: 2, refused: 1 });
    const { items } = await listBulkItems(db, {
      caller: bulk.caller,
      bulkId: bulk.bulkId,
      limit: 10,
      after: 0,
      outcome: ['REFUSED'],
    });
    expect(items).toEqual([
      {
        lineId: bulk.lineIds[1],
        outcome: 'REFUSED',
        problem: { problem: 'internal-server-error', status: 500, code: 'internal-server-error' },
      },
    ]);
  });
});

describe('cancelling a bulk operation', () => {
  it('waits for an order that is being placed, and counts it', async () => {
    const { caller, bulkId } = await aBulkBlock(2);
    let cancelling: ReturnType<typeof cancelBulkOperation> | undefined;
    await db.transaction(async (tx) => {
      const [item] = await acquireWaitingItems(tx, { limit: 1, openOrdersPerBroker: 1_000 });
      cancelling = cancelBulkOperation(db, { caller, bulkId });
      await waitForLockWait();
      await placeItem(tx, item as WaitingLine);
    });
    expect(await cancelling).toMatchObject({ status: 'CANCELLING', counts: { placed: 1, cancelled: 1 } });
    await run();
    expect((await findBulkOperation(db, { caller, bulkId })).counts).toMatchObject({ placed: 1, cancelled: 1 });
  });

  it('does not end it while an order that was placed at the last moment is open', async () => {
    const { caller, bulkId } = await aBulkBlock(1);
    await db.transaction(async (tx) => {
      const [item] = await acquireWaitingItems(tx, { limit: 1, openOrdersPerBroker: 1_000 });
      await placeItem(tx, item as WaitingLine);
    });
    await cancelBulkOperation(db, { caller, bulkId });
    await settleBulkOperations(db);
    expect(await findBulkOperation(db, { caller, bulkId })).toMatchObject({ status: 'CANCELLING' });
  });
});

describe('the rate limit of bulk operations', () => {
  it('grants no more than the rate plus half a second, to any number of workers', async () => {
    await aBulkBlock(1);
    const perSecond = 400;
    const clock = async () =>
      Number((await db.pool.query('SELECT extract(epoch FROM clock_timestamp())::float8 AS now')).rows[0].now);
    const startedAt = await clock();
    let granted = 0;
    const ask = async () => {
      while (granted < perSecond) {
        const more = await consumeRateLimit(db, perSecond, 64);
        granted += more;
      }
    };
    await Promise.all([ask(), ask(), ask()]);
    const seconds = (await clock()) - startedAt;
    expect(granted).toBeLessThanOrEqual(perSecond * (seconds + 0.5));
  });

  it('grants half a second once after a pause, and not to each concurrent worker', async () => {
    await aBulkBlock(1);
    const perSecond = 100;
    for (let round = 0; round < 20; round += 1) {
      await db.pool.query("UPDATE bulk_rate_limit SET used_until = now() - interval '1 h'");
      const startedMs = performance.now();
      const granted = await Promise.all(Array.from({ length: 8 }, () => consumeRateLimit(db, perSecond, 64)));
      const seconds = (performance.now() - startedMs) / 1_000;
      expect(granted.reduce((sum, orders) => sum + orders, 0)).toBeLessThanOrEqual(perSecond * (seconds + 0.5));
    }
  });

  it('grants nothing when nothing waits', async () => {
    await waitUntil('the rate limit is unused', async () => (await consumeRateLimit(db, 2_000, 64)) === 0);
    expect(await consumeRateLimit(db, 2_000, 64)).toBe(0);
  });
});
