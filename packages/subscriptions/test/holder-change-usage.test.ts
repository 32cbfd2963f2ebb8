import { randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';
import type { CatalogProduct } from '@linework/schemas/catalog/product';
import { aHolder } from '@linework/testing/a-holder';
import { aLineWithProducts, aProduct } from '@linework/testing/a-line-with-products';
import { aSubscription, type TestSubscription } from '@linework/testing/a-subscription';
import { aCallerOf } from '@linework/testing/callers';
import { countWaitingSessions } from '@linework/testing/count-waiting-sessions';
import { createTestEngine } from '@linework/testing/engine/test-engine';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { sql } from '@linework/testing/sql';
import { openAccounts } from '@linework/usage/open-accounts';
import { lockAccounts } from '@linework/usage/read-accounts';
import { recordUsage } from '@linework/usage/record-usage';
import { afterAll, describe, expect, it } from 'vitest';
import { changeHolder } from '../src/holder-changes/change-holder.ts';
import { changeLineHolder } from '../src/holder-changes/change-line-holder.ts';
import { lockSubscription } from '../src/lock-subscription.ts';

const engine = await createTestEngine({ orderTypes: [changeHolder] });
const { db } = engine;
afterAll(() => engine.close());

const dayMs = 86_400_000;

/** A line that went from one holder to another, who has the same product in an older subscription. */
async function aLineOfTwo() {
  const product = aProduct({ amounts: { DATA: 1_000 } });
  const activatedAt = new Date(Date.now() - 20 * dayMs);
  const cycle = { activatedAt, cycle: 1, cycleFrom: '2026-11-01', cycleUntil: '2099-01-01' };
  const line = await aLineWithProducts(db, [product], cycle);
  const { brokerId } = line;
  const caller = aCallerOf({ id: brokerId });
  const { id: customerId } = await aHolder(db, { brokerId });
  const { id: subscriptionId } = await aSubscription(db, 'ACTIVE', {
    ...cycle,
    brokerId,
    customerId,
    products: [product],
  });
  const use = (amount: number, usedAt: Date) =>
    recordUsage(db, {
      caller,
      records: [{ recordId: randomUUID(), lineId: line.id, type: 'DATA', amount, usedAt }],
    });
  const { orderId } = await changeLineHolder(engine.deps, {
    caller,
    lineId: line.id,
    customerId,
    subscriptionId,
    correlationId: 'c',
  });
  const before = new Date();
  await engine.runUntilSettled(orderId);
  return { line, customerId, before, use };
}

const usageOf = (lineId: string) =>
  db.query(
    sql<{ formerHolderId: string | null; amount: string }>`
      SELECT a.former_holder_id AS "formerHolderId", sum(d.amount)::text AS amount
      FROM usage_account a
      JOIN usage_day d ON d.account_id = a.id
      WHERE a.line_id = ${lineId}::uuid
      GROUP BY a.former_holder_id
      ORDER BY a.former_holder_id NULLS LAST`,
  );

describe('usage of a line that went to another holder', () => {
  it('belongs to who had the line then, also if it is reported late and nothing was read before', async () => {
    const { line, before, use } = await aLineOfTwo();
    await db.query(sql`SELECT pg_sleep(0.01)`);
    expect(await use(7, new Date())).toMatchObject({ accepted: 1 });
    expect(await use(300, new Date(before.getTime() - 60_000))).toMatchObject({ accepted: 1 });
    expect(await usageOf(line.id)).toEqual([
      { formerHolderId: line.holderId, amount: '300' },
      { formerHolderId: null, amount: '7' },
    ]);
  });

  it('finds nothing left of the credits of the former holder', async () => {
    const { line, use } = await aLineOfTwo();
    await db.query(sql`SELECT pg_sleep(0.01)`);
    expect(await use(1_500, new Date())).toMatchObject({ partlyCounted: [{ countedAmount: 1_000 }] });
    expect(await usageOf(line.id)).toEqual([{ formerHolderId: null, amount: '1000' }]);
  });
});

/** A transaction that has done its work and commits when it is told to. */
async function anOpenTransaction(work: (tx: Db) => Promise<unknown>) {
  const { promise: told, resolve: commit } = Promise.withResolvers<void>();
  const { promise: isDone, resolve: tellDone } = Promise.withResolvers<void>();
  const committed = db.transaction(async (tx) => {
    await work(tx);
    tellDone();
    await told;
  });
  await Promise.race([isDone, committed]);
  return async () => {
    commit();
    await committed;
  };
}

const accountsOf = (lineId: string) =>
  db.query(
    sql<{ productId: string; formerHolderId: string | null; isHeld: boolean; left: string }>`
      SELECT a.product_id AS "productId", a.former_holder_id AS "formerHolderId", upper_inf(a.held) AS "isHeld",
        (SELECT coalesce(sum(granted), 0)::text
          FROM usage_credit
          WHERE account_id = a.id AND due_at > now()) AS "left"
      FROM usage_account a
      WHERE a.line_id = ${lineId}::uuid
      ORDER BY a.created_at`,
  );

async function addProductTo(tx: Db, { id, brokerId, offerVersionId }: TestSubscription, content: CatalogProduct) {
  await lockSubscription(tx, { caller: aCallerOf({ id: brokerId }), subscriptionId: id });
  const { billingType } = content;
  await tx.prisma.subscriptionProduct.create({
    data: {
      ...{ id: randomUUID(), subscriptionId: id, brokerId, productId: content.id, offerVersionId },
      ...{ billingType, content, fromCycle: 1 },
    },
  });
}

describe('an account that another session opens while the line goes', () => {
  const waiting = (count: number) =>
    waitUntil(`${count} sessions wait`, async () => (await countWaitingSessions(db)) === count);

  /** The change waits for a product that is added, then for usage. Meanwhile the account of that product is opened. */
  async function aChangeThatWaits() {
    const [first, added] = [aProduct({ amounts: { DATA: 1_000 } }), aProduct({ amounts: { DATA: 500 } })];
    const line = await aLineWithProducts(db, [first]);
    const caller = aCallerOf({ id: line.brokerId });
    const { id: customerId } = await aHolder(db, { brokerId: line.brokerId });
    const request = { caller, lineId: line.id, customerId, correlationId: 'c' };
    const { orderId } = await changeLineHolder(engine.deps, request);
    await openAccounts(db, [line.id]);
    const addProduct = await anOpenTransaction((tx) => addProductTo(tx, line.subscription, added));
    const endUsage = await anOpenTransaction((tx) => lockAccounts(tx, [line.id]));
    const change = engine.runUntilSettled(orderId);
    await waiting(1);
    await addProduct();
    const endReading = await anOpenTransaction((tx) => openAccounts(tx, [line.id]));
    const belongings = [first, added].map(({ id: productId }) => {
      return { productId, formerHolderId: line.holderId, isHeld: false, left: '0' };
    });
    return { line, change, endUsage, endReading, belongings };
  }

  it('goes to the former holder if it is committed before the change', async () => {
    const { line, change, endUsage, endReading, belongings } = await aChangeThatWaits();
    await endReading();
    await endUsage();
    expect(await change).toMatchObject({ status: 'COMPLETED' });
    expect(await accountsOf(line.id)).toEqual(belongings);
  });

  it('goes to the former holder if the change could have been committed before', async () => {
    const { line, change, endUsage, endReading, belongings } = await aChangeThatWaits();
    await endUsage();
    await Promise.race([waiting(1), change]);
    await endReading();
    expect(await change).toMatchObject({ status: 'COMPLETED' });
    expect(await accountsOf(line.id)).toEqual(belongings);
  });
});
