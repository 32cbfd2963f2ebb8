import { randomUUID } from 'node:crypto';
import { addDays, startOfDay, toCivilDay } from '@linework/billing/civil-day';
import { aLineWithProducts, aProduct, type TestLineWithProducts } from '@linework/testing/a-line-with-products';
import { aSubscription } from '@linework/testing/a-subscription';
import { aTestDb } from '@linework/testing/a-test-db';
import { aCallerOf } from '@linework/testing/callers';
import { checkUsageInvariants } from '@linework/testing/invariants/check-invariants';
import { addCredit } from '@linework/usage/add-credit';
import { findBalance } from '@linework/usage/find-balance';
import { recordUsage } from '@linework/usage/record-usage';
import { describe, expect, it } from 'vitest';
import { cancelSubscription } from '../src/cancel-subscription.ts';
import { joinLine, leaveLine } from '../src/lines/join-line.ts';
import { pauseSubscription } from '../src/pauses/pause-subscription.ts';
import { removeProduct } from '../src/products/remove-product.ts';

const db = await aTestDb();

const today = toCivilDay(new Date());
const currentCycle = { cycleFrom: addDays(today, -10), cycleUntil: addDays(today, 20) };
const yesterday = startOfDay(addDays(today, -1));

const inputFor = ({ brokerId, subscription }: TestLineWithProducts) => ({
  caller: aCallerOf({ id: brokerId }),
  subscriptionId: subscription.id,
});
const aLine = (...products: ReturnType<typeof aProduct>[]) =>
  aLineWithProducts(db, products.length === 0 ? [aProduct()] : products, currentCycle);
const cancel = (line: TestLineWithProducts) => cancelSubscription(db, inputFor(line));
const remove = (line: TestLineWithProducts, at = 0) =>
  removeProduct(db, { ...inputFor(line), subscriptionProductId: line.subscription.products[at]?.id ?? '' });
const leave = (line: TestLineWithProducts) => leaveLine(db, { ...inputFor(line), lineId: line.id });
const subscribeAgain = (line: TestLineWithProducts) =>
  aSubscription(db, 'ACTIVE', {
    brokerId: line.brokerId,
    customerId: line.holderId,
    products: line.products,
    lineIds: [line.id],
  });

function use(line: TestLineWithProducts, amount: number, usedAt = new Date()) {
  return recordUsage(db, {
    caller: aCallerOf({ id: line.brokerId }),
    records: [{ recordId: randomUUID(), lineId: line.id, type: 'DATA', amount, usedAt }],
  });
}

const balanceOf = async (line: TestLineWithProducts, at = 0) =>
  (
    await findBalance(db, {
      caller: aCallerOf({ id: line.brokerId }),
      lineId: line.id,
      productId: line.products[at]?.id ?? '',
    })
  ).balance;

const endings = [
  ['its subscription was cancelled', cancel],
  ['it was removed at once', remove],
  ['the line left its subscription', leave],
] as const;

describe.each(endings)('a product that the line no longer has because %s', (_, end) => {
  it('loses its allowance', async () => {
    const line = await aLine(aProduct({ allowsOverage: true }));
    await use(line, 100);
    await end(line);
    expect(await use(line, 1)).toMatchObject({ accepted: 0, refused: [{ code: 'no-product' }] });
    expect(await balanceOf(line)).toMatchObject({ totalAmount: { DATA: 0 }, balanceCredits: [] });
  });

  it('covers late records of earlier usage, whether or not its balance was read before', async () => {
    const [seen, unseen] = [await aLine(), await aLine()];
    await balanceOf(seen);
    for (const line of [seen, unseen]) {
      await end(line);
      expect(await use(line, 600, yesterday)).toMatchObject({ accepted: 1 });
      expect(await use(line, 500, yesterday)).toMatchObject({ partlyCounted: [{ countedAmount: 400 }], refused: [] });
    }
    await checkUsageInvariants(db);
  });

  it('covers late records of earlier unlimited usage, but no later usage', async () => {
    const line = await aLine(aProduct({ amounts: { DATA: 'unlimited' } }));
    await end(line);
    expect(await use(line, 5_000, yesterday)).toMatchObject({ accepted: 1 });
    expect(await use(line, 1)).toMatchObject({ refused: [{ code: 'no-product' }] });
  });

  it('keeps an added credit to its due date', async () => {
    const line = await aLine();
    const dueDate = startOfDay(addDays(today, 60));
    await addCredit(db, {
      caller: aCallerOf({ id: line.brokerId }),
      lineId: line.id,
      productId: line.products[0]?.id ?? '',
      type: 'DATA',
      amount: 50,
      dueDate,
    });
    await end(line);
    expect(await use(line, 60)).toMatchObject({ partlyCounted: [{ countedAmount: 50 }], refused: [] });
  });

  it('lasts to the end of its cycle if it is a SPOT product', async () => {
    const line = await aLine(aProduct({ recurrence: 'SPOT' }));
    await end(line);
    expect(await use(line, 400)).toMatchObject({ accepted: 1 });
    expect((await balanceOf(line)).balanceCredits).toMatchObject([
      { value: 600, dueDate: startOfDay(currentCycle.cycleUntil).toISOString() },
    ]);
  });
});

describe('a product that the line gets again', () => {
  it('has only the allowance of the new subscription', async () => {
    const line = await aLine();
    await use(line, 400);
    await cancel(line);
    const { id: subscriptionId } = await subscribeAgain(line);
    await use(line, 400);
    await cancelSubscription(db, { ...inputFor(line), subscriptionId });
    await subscribeAgain(line);
    expect(await balanceOf(line)).toMatchObject({ totalAmount: { DATA: 1_000 }, usedAmount: { DATA: 0 } });
  });

  it('has the remaining allowance of the cycle when the line joins its subscription again', async () => {
    const line = await aLine();
    await use(line, 400);
    await leave(line);
    await joinLine(db, { ...inputFor(line), lineId: line.id });
    expect(await use(line, 700)).toMatchObject({ partlyCounted: [{ countedAmount: 600 }], refused: [] });
  });

  it('does not cover usage in between', async () => {
    const line = await aLineWithProducts(db, [aProduct()], currentCycle);
    await cancel(line);
    await db.pool.query('UPDATE subscription SET ended_at = $2 WHERE id = $1', [
      line.subscription.id,
      startOfDay(addDays(today, -5)),
    ]);
    await db.pool.query(
      'UPDATE usage_account SET held = held - tstzmultirange(tstzrange($2, NULL)) WHERE line_id = $1',
      [line.id, startOfDay(addDays(today, -5))],
    );
    await db.pool.query(
      'UPDATE usage_credit SET due_at = $2 FROM usage_account a WHERE a.id = account_id AND a.line_id = $1',
      [line.id, startOfDay(addDays(today, -5))],
    );
    await subscribeAgain(line);
    expect(await use(line, 10, startOfDay(addDays(today, -3)))).toMatchObject({ refused: [{ code: 'no-product' }] });
    expect(await use(line, 10, startOfDay(addDays(today, -6)))).toMatchObject({ accepted: 1 });
    expect(await balanceOf(line)).toMatchObject({ usedAmount: { DATA: 0 } });
  });
});

describe('a product that ends with the cycle', () => {
  it('is available to its last instant', async () => {
    const line = await aLineWithProducts(db, [aProduct({ allowsOverage: true })], {
      ...currentCycle,
      changesBehavior: 'NEXT_CYCLE',
    });
    await remove(line);
    expect(await use(line, 1_500)).toMatchObject({ accepted: 1 });
    const { rows } = await db.pool.query('SELECT upper(held) AS until FROM usage_account WHERE line_id = $1', [
      line.id,
    ]);
    expect(rows).toEqual([{ until: startOfDay(currentCycle.cycleUntil) }]);
  });
});

describe('usage of a line', () => {
  it('is rejected if the line had no such product at that time', async () => {
    const line = await aLineWithProducts(db);
    expect(await use(line, 1, startOfDay(today))).toMatchObject({ accepted: 1 });
    for (const daysAgo of [1, 60]) {
      expect(await use(line, 1, startOfDay(addDays(today, -daysAgo)))).toMatchObject({
        refused: [{ code: 'no-product' }],
      });
    }
    expect(await balanceOf(line)).toMatchObject({ usedAmount: { DATA: 1 } });
  });

  it('is rejected if the line did not exist yet, even if its subscription did', async () => {
    const line = await aLine();
    await db.prisma.line.update({ where: { id: line.id }, data: { createdAt: new Date() } });
    expect(await use(line, 1, yesterday)).toMatchObject({ refused: [{ code: 'no-product' }] });
  });

  it('before a pause finds its allowance, even if nothing was read before the pause', async () => {
    const line = await aLine();
    await pauseSubscription({ db, notify: () => {} }, inputFor(line));
    expect(await use(line, 400, yesterday)).toMatchObject({ accepted: 1 });
    await cancel(line);
    expect(await use(line, 700, yesterday)).toMatchObject({ partlyCounted: [{ countedAmount: 600 }], refused: [] });
  });
});
