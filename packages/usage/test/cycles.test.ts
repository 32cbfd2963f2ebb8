import { randomUUID } from 'node:crypto';
import { addDays, startOfDay, toCivilDay, toDate } from '@linework/billing/civil-day';
import { aHolder } from '@linework/testing/a-holder';
import { aLineWithProducts, aProduct, type TestLineWithProducts } from '@linework/testing/a-line-with-products';
import { aSubscription } from '@linework/testing/a-subscription';
import { aTestDb } from '@linework/testing/a-test-db';
import { aCallerOf } from '@linework/testing/callers';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { sql } from '@linework/testing/sql';
import { describe, expect, it } from 'vitest';
import { addCredit } from '../src/add-credit.ts';
import { findBalance } from '../src/find-balance.ts';
import { openAccounts } from '../src/open-accounts.ts';
import { recordUsage } from '../src/record-usage.ts';

const db = await aTestDb();

const today = toCivilDay(new Date());
/** A cycle that began ten days ago and ends today. */
const before = { cycle: 1, cycleFrom: addDays(today, -10), cycleUntil: addDays(today, 1) };

/** A cycle that ended yesterday, of a subscription that has not moved to the next one yet. */
const endedYesterday = {
  frequency: 'CUSTOM',
  customPeriodDays: 10,
  activatedAt: startOfDay(addDays(today, -10)),
  cycleFrom: addDays(today, -10),
  cycleUntil: today,
};

const callerOf = ({ brokerId }: TestLineWithProducts) => aCallerOf({ id: brokerId });
const balanceOf = async (line: TestLineWithProducts) =>
  (await findBalance(db, { caller: callerOf(line), lineId: line.id, productId: line.products[0]?.id ?? '' })).balance;

function use(line: TestLineWithProducts, amount: number, usedAt = new Date()) {
  return recordUsage(db, {
    caller: callerOf(line),
    records: [{ recordId: randomUUID(), lineId: line.id, type: 'DATA', amount, usedAt }],
  });
}

/** Ends the current cycle and its credits with yesterday and begins the next, as if a day had passed. */
async function beginNextCycle({ subscription }: TestLineWithProducts) {
  const { cycle } = await db.prisma.subscription.findUniqueOrThrow({ where: { id: subscription.id } });
  const data = { cycle: cycle + 1, cycleFrom: toDate(today), cycleUntil: toDate(addDays(today, 30)) };
  await db.prisma.usageCredit.updateMany({
    where: { kind: 'RECURRING', account: { line: { subscriptionId: subscription.id } } },
    data: { dueAt: startOfDay(today) },
  });
  await db.prisma.subscription.update({ where: { id: subscription.id }, data });
}

describe('the credits of a cycle', () => {
  it('last from its first instant in São Paulo to its last', async () => {
    const line = await aLineWithProducts(db, [aProduct()], before);
    await balanceOf(line);
    const credit = await db.prisma.usageCredit.findFirstOrThrow({ where: { account: { lineId: line.id } } });
    expect(credit).toMatchObject({
      startsAt: startOfDay(before.cycleFrom),
      dueAt: startOfDay(before.cycleUntil),
      kind: 'RECURRING',
      cycle: 1,
    });
  });

  it('are granted once for concurrent requests', async () => {
    const line = await aLineWithProducts(db);
    await Promise.all(Array.from({ length: 10 }, () => balanceOf(line)));
    expect((await balanceOf(line)).totalAmount).toEqual({ DATA: 1_000, VOICE: 0, SMS: 0 });
  });

  it('are replaced when the next cycle begins, without the remaining amount', async () => {
    const line = await aLineWithProducts(db, [aProduct()], before);
    await use(line, 600);
    await beginNextCycle(line);
    expect(await balanceOf(line)).toMatchObject({
      totalAmount: { DATA: 1_000 },
      usedAmount: { DATA: 0 },
      balanceCredits: [{ value: 1_000 }],
    });
  });

  it('cover late records of usage during the cycle', async () => {
    const line = await aLineWithProducts(db, [aProduct()], before);
    await use(line, 100);
    await beginNextCycle(line);
    expect(await use(line, 950, startOfDay(addDays(today, -2)))).toMatchObject({
      partlyCounted: [{ countedAmount: 900, uncountedAmount: 50 }],
      refused: [],
    });
    expect(await balanceOf(line)).toMatchObject({ usedAmount: { DATA: 0 }, balanceCredits: [{ value: 1_000 }] });
  });

  it('cover usage of a former cycle without credits, but not usage before the first cycle', async () => {
    const line = await aLineWithProducts(db, [aProduct()], {
      ...before,
      cycle: 2,
      activatedAt: startOfDay(addDays(today, -40)),
    });
    expect(await use(line, 10, startOfDay(addDays(today, -20)))).toMatchObject({ accepted: 1 });
    expect(await use(line, 10, startOfDay(addDays(today, -41)))).toMatchObject({ refused: [{ code: 'no-product' }] });
    expect(await balanceOf(line)).toMatchObject({ usedAmount: { DATA: 10 } });
  });

  it('of a line that came after its subscription should have moved on are those of the next cycle', async () => {
    const line = await aLineWithProducts(db, [aProduct()], endedYesterday);
    const { id: holderId } = await aHolder(db, { brokerId: line.brokerId });
    await db.query(sql`UPDATE line SET holder_id = ${holderId}::uuid WHERE id = ${line.id}::uuid`);
    const { heldTo } = await db.prisma.formerLineHolder.findFirstOrThrow({ where: { lineId: line.id } });
    expect(await use(line, 100)).toMatchObject({ accepted: 1 });
    const credits = await db.prisma.usageCredit.findMany({ where: { account: { lineId: line.id } } });
    expect(credits).toMatchObject([{ cycle: 2, startsAt: heldTo, granted: 1_000n, used: 100n }]);
  });

  it('are not granted again to a line that comes back from another holder', async () => {
    const line = await aLineWithProducts(db, [aProduct()], before);
    await use(line, 600);
    const { holderId: formerHolderId } = await db.prisma.line.findUniqueOrThrow({ where: { id: line.id } });
    await db.query(sql`UPDATE usage_account
      SET former_holder_id = ${formerHolderId}::uuid, held = held - tstzmultirange(tstzrange(now(), NULL))
      WHERE line_id = ${line.id}::uuid`);
    expect((await balanceOf(line)).totalAmount).toMatchObject({ DATA: 0 });
  });

  it('are not granted to the former holder by who read the line before it went', async () => {
    const line = await aLineWithProducts(db, [aProduct()], before);
    await balanceOf(line);
    const { id: holderId } = await aHolder(db, { brokerId: line.brokerId });
    await db.query(sql`UPDATE subscription SET cycle = cycle + 1 WHERE id = ${line.subscription.id}::uuid`);
    const { reading } = await db.transaction(async (tx) => {
      await tx.query(sql`UPDATE usage_account a
        SET former_holder_id = l.holder_id, held = held - tstzmultirange(tstzrange(now(), NULL))
        FROM line l
        WHERE l.id = a.line_id AND a.line_id = ${line.id}::uuid`);
      await tx.query(sql`UPDATE line
        SET holder_id = ${holderId}::uuid, subscription_id = NULL
        WHERE id = ${line.id}::uuid`);
      const ended = openAccounts(db, [line.id]);
      await waitUntil('the reader to wait', async () => {
        const [row] = await db.query(sql<{ waits: boolean }>`SELECT count(*) > 0 AS waits
          FROM pg_stat_activity
          WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`);
        return row?.waits === true;
      });
      return { reading: ended };
    });
    await reading;
    expect(await db.prisma.usageAccount.count({ where: { lineId: line.id, formerHolderId: null } })).toBe(0);
  });

  it('are granted from midnight on, also while the subscription is still in the previous cycle', async () => {
    const line = await aLineWithProducts(db, [aProduct()], endedYesterday);
    await use(line, 900, startOfDay(addDays(today, -1)));
    expect(await use(line, 400)).toMatchObject({ accepted: 1 });
    expect(await use(line, 101, startOfDay(addDays(today, -1)))).toMatchObject({
      partlyCounted: [{ countedAmount: 100, uncountedAmount: 1 }],
    });
    expect(await balanceOf(line)).toMatchObject({
      totalAmount: { DATA: 1_000 },
      usedAmount: { DATA: 400 },
      balanceCredits: [{ value: 600 }],
    });
    const data = { cycle: 2, cycleFrom: toDate(today), cycleUntil: toDate(addDays(today, 10)) };
    await db.prisma.subscription.update({ where: { id: line.subscription.id }, data });
    expect(await balanceOf(line)).toMatchObject({
      totalAmount: { DATA: 1_000 },
      balanceCredits: [{ value: 600, dueDate: startOfDay(addDays(today, 10)).toISOString() }],
    });
  });

  it('are not granted for a cycle after the end of the subscription', async () => {
    const line = await aLineWithProducts(db, [aProduct()], { ...endedYesterday, endDate: startOfDay(today) });
    expect(await balanceOf(line)).toMatchObject({ totalAmount: { DATA: 0 }, balanceCredits: [] });
  });

  it('are not granted for a next cycle without the product or with an earlier SPOT product', async () => {
    const [removed, spot] = [aProduct(), aProduct({ recurrence: 'SPOT' })];
    const line = await aLineWithProducts(db, [removed, spot], endedYesterday);
    await db.prisma.subscriptionProduct.update({
      where: { id: line.subscription.products[0]?.id ?? '' },
      data: { untilCycle: 2 },
    });
    expect(await use(line, 1)).toMatchObject({ partlyCounted: [], refused: [{ code: 'no-balance' }] });
  });

  it('have their own thresholds', async () => {
    const line = await aLineWithProducts(db, [aProduct()], before);
    await use(line, 600);
    await beginNextCycle(line);
    await use(line, 600);
    expect(await db.prisma.event.count({ where: { resourceId: line.id, type: 'usage.threshold_reached' } })).toBe(2);
  });

  it('are granted only in the first cycle for a SPOT product', async () => {
    const line = await aLineWithProducts(db, [aProduct({ recurrence: 'SPOT' })], before);
    expect((await balanceOf(line)).totalAmount.DATA).toBe(1_000);
    await beginNextCycle(line);
    expect((await balanceOf(line)).totalAmount.DATA).toBe(0);
  });

  it('are granted again when the line joins another subscription', async () => {
    const line = await aLineWithProducts(db, [aProduct()], before);
    await use(line, 1_000);
    await aSubscription(db, 'ACTIVE', {
      brokerId: line.brokerId,
      customerId: line.holderId,
      products: line.products,
      lineIds: [line.id],
    });
    expect(await use(line, 400)).toMatchObject({ accepted: 1 });
  });
});

describe('the credits of a component that its product no longer has', () => {
  it('are included in the granted and used amounts of the balance', async () => {
    const line = await aLineWithProducts(db, [aProduct()], before);
    await use(line, 400);
    const products = line.products.map((product) => ({ ...product, components: aProduct().components }));
    await aSubscription(db, 'ACTIVE', {
      brokerId: line.brokerId,
      customerId: line.holderId,
      products,
      lineIds: [line.id],
    });
    const { totalAmount, usedAmount, balanceCredits } = await balanceOf(line);
    expect({ totalAmount, usedAmount }).toMatchObject({ totalAmount: { DATA: 2_000 }, usedAmount: { DATA: 400 } });
    expect(balanceCredits).toMatchObject([{ value: 600 }, { value: 1_000 }]);
  });
});

describe('an added credit', () => {
  it('lasts to its due date, even after the cycle', async () => {
    const line = await aLineWithProducts(db, [aProduct()], before);
    const dueDate = startOfDay(addDays(today, 60));
    await addCredit(db, {
      caller: callerOf(line),
      lineId: line.id,
      productId: line.products[0]?.id ?? '',
      type: 'DATA',
      amount: 500,
      dueDate,
    });
    await beginNextCycle(line);
    expect((await balanceOf(line)).balanceCredits).toMatchObject([
      { value: 1_000 },
      { value: 500, dueDate: dueDate.toISOString() },
    ]);
  });
});
