import { randomUUID } from 'node:crypto';
import type { UsageRecord } from '@linework/schemas/usage/usage-record';
import { aLineWithProducts, aProduct, type TestLineWithProducts } from '@linework/testing/a-line-with-products';
import { aPool } from '@linework/testing/a-pool';
import { aTestDb } from '@linework/testing/a-test-db';
import { aCallerOf } from '@linework/testing/callers';
import { describe, expect, it } from 'vitest';
import { addCredit } from '../src/add-credit.ts';
import { findBalance } from '../src/find-balance.ts';
import { readConsumption } from '../src/read-consumption.ts';
import { recordUsage } from '../src/record-usage.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const db = await aTestDb();

const ago = (ms: number) => new Date(Date.now() - ms);
const callerOf = ({ brokerId }: TestLineWithProducts) => aCallerOf({ id: brokerId });

function aRecord(line: TestLineWithProducts, options: Partial<UsageRecord> = {}): UsageRecord {
  return { recordId: randomUUID(), lineId: line.id, type: 'DATA', amount: 1, usedAt: new Date(), ...options };
}

const send = (line: TestLineWithProducts, ...records: UsageRecord[]) =>
  recordUsage(db, { caller: callerOf(line), records });

async function balanceOf(line: TestLineWithProducts, at = 0) {
  const productId = line.products[at]?.id ?? '';
  const { balance } = await findBalance(db, { caller: callerOf(line), lineId: line.id, productId });
  return balance;
}

const leftOf = async (line: TestLineWithProducts, at = 0) =>
  (await balanceOf(line, at)).balanceCredits.map(({ value }) => value);

async function daysOf(line: TestLineWithProducts, at = 0) {
  const productId = line.products[at]?.id ?? '';
  return (await readConsumption(db, { caller: callerOf(line), lineId: line.id, productId })).days;
}

const thresholdEventsOf = async (line: TestLineWithProducts) => {
  const events = await db.prisma.event.findMany({
    where: { resourceId: line.id, type: { startsWith: 'usage.' } },
    orderBy: { seq: 'asc' },
  });
  return events.map(({ type }) => type);
};

const credit = (line: TestLineWithProducts, amount: number, dueDate = new Date(Date.now() + dayMs), at = 0) =>
  addCredit(db, {
    caller: callerOf(line),
    lineId: line.id,
    productId: line.products[at]?.id ?? '',
    type: 'DATA',
    amount,
    dueDate,
  });

describe('a record of usage', () => {
  it('is charged to the balance of its line', async () => {
    const line = await aLineWithProducts(db);
    expect(await send(line, aRecord(line, { amount: 300 }))).toEqual({
      accepted: 1,
      duplicates: 0,
      partlyCounted: [],
      refused: [],
    });
    expect(await leftOf(line)).toEqual([700]);
    expect(await daysOf(line)).toMatchObject([{ type: 'DATA', amount: 300, overage: 0 }]);
  });

  it('is counted once, in one batch or in several', async () => {
    const line = await aLineWithProducts(db);
    const record = aRecord(line, { amount: 10 });
    expect(await send(line, record, record)).toMatchObject({ accepted: 1, duplicates: 1 });
    expect(await send(line, record)).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await leftOf(line)).toEqual([990]);
  });

  it('is rejected when its id was sent with other values', async () => {
    const line = await aLineWithProducts(db);
    const record = aRecord(line, { amount: 10 });
    const other = { ...record, amount: 11 };
    expect(await send(line, record, other)).toMatchObject({
      accepted: 1,
      refused: [{ recordId: record.recordId, code: 'record-id-reused' }],
    });
    expect(await send(line, other)).toMatchObject({ accepted: 0, refused: [{ code: 'record-id-reused' }] });
    expect(await leftOf(line)).toEqual([990]);
  });

  it.each([-1, 1])('is rejected when its id was sent for the day beside it', async (days) => {
    const line = await aLineWithProducts(db, [aProduct()], { cycleFrom: '2026-01-01', cycleUntil: '2099-01-01' });
    const [first, second] = days < 0 ? [0, 1] : [1, 0];
    const record = aRecord(line, { amount: 10, usedAt: ago(first * dayMs) });
    const moved = { ...record, usedAt: ago(second * dayMs) };
    expect(await send(line, record)).toMatchObject({ accepted: 1 });
    expect(await send(line, moved)).toMatchObject({ accepted: 0, refused: [{ code: 'record-id-reused' }] });
    expect(await send(line, record)).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await leftOf(line)).toEqual([990]);
  });

  it('can have an id that another broker uses', async () => {
    const [one, other] = [await aLineWithProducts(db), await aLineWithProducts(db)];
    const record = aRecord(one);
    await send(one, record);
    expect(await send(other, { ...record, lineId: other.id })).toMatchObject({ accepted: 1 });
  });

  it('uses up the balance and is partly counted, with the same result when it is sent again', async () => {
    const line = await aLineWithProducts(db);
    const record = aRecord(line, { amount: 1_500 });
    const response = {
      accepted: 0,
      duplicates: 0,
      partlyCounted: [{ index: 0, recordId: record.recordId, countedAmount: 1_000, uncountedAmount: 500 }],
      refused: [],
    };
    expect(await send(line, record)).toMatchObject(response);
    await credit(line, 5_000);
    expect(await send(line, record)).toMatchObject(response);
    expect(await leftOf(line)).toEqual([5_000, 0]);
    expect(await daysOf(line)).toMatchObject([{ amount: 1_000, overage: 0 }]);
  });

  it('is rejected when the balance is used up, with the same result when it is sent again', async () => {
    const line = await aLineWithProducts(db);
    await send(line, aRecord(line, { amount: 1_000 }));
    const record = aRecord(line, { amount: 1 });
    const response = {
      accepted: 0,
      duplicates: 0,
      partlyCounted: [],
      refused: [{ index: 0, recordId: record.recordId, code: 'no-balance', detail: expect.any(String) }],
    };
    expect(await send(line, record)).toEqual(response);
    await credit(line, 5_000);
    expect(await send(line, record)).toEqual(response);
    expect(await leftOf(line)).toEqual([5_000, 0]);
  });

  it('becomes overage of the first added product that allows it', async () => {
    const products = [aProduct(), aProduct({ allowsOverage: true }), aProduct({ allowsOverage: true })];
    const line = await aLineWithProducts(db, products);
    const [first] = line.subscription.products;
    await db.prisma.subscriptionProduct.update({ where: { id: first?.id ?? '' }, data: { addedAt: ago(minuteMs) } });
    const second = line.subscription.products[1]?.id ?? '';
    await db.prisma.subscriptionProduct.update({ where: { id: second }, data: { addedAt: ago(minuteMs / 2) } });
    expect(await send(line, aRecord(line, { amount: 3_500 }))).toMatchObject({ accepted: 1 });
    expect((await daysOf(line, 1))[0]).toMatchObject({ amount: 1_500, overage: 500 });
    expect((await balanceOf(line, 1)).usedAmount.DATA).toBe(1_500);
    expect((await daysOf(line, 2))[0]).toMatchObject({ amount: 1_000, overage: 0 });
  });

  it('becomes overage of the first product by id if several were added at once', async () => {
    const line = await aLineWithProducts(
      db,
      Array.from({ length: 6 }, () => aProduct({ allowsOverage: true, amounts: { DATA: 1 } })),
    );
    const { id: subscriptionId, products } = line.subscription;
    await db.prisma.subscriptionProduct.updateMany({ where: { subscriptionId }, data: { addedAt: new Date() } });
    await send(line, aRecord(line, { amount: 100 }));
    const [first] = products.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const at = products.findIndex(({ id }) => id === first?.id);
    expect((await daysOf(line, at))[0]).toMatchObject({ amount: 95, overage: 94 });
  });

  it('is charged to an unlimited component first', async () => {
    const line = await aLineWithProducts(db, [aProduct(), aProduct({ amounts: { DATA: 'unlimited' } })]);
    await send(line, aRecord(line, { amount: 5_000 }));
    expect(await leftOf(line, 0)).toEqual([1_000]);
    expect((await balanceOf(line, 1)).usedAmount).toEqual({ DATA: 5_000, VOICE: 0, SMS: 0 });
    expect((await balanceOf(line, 1)).product.productComponents[0]).toMatchObject({
      unlimited: true,
      totalAmount: 0,
      usedAmount: 5_000,
    });
  });

  it('is charged to the credit that expires first', async () => {
    const line = await aLineWithProducts(db, [aProduct()], { cycleFrom: '2026-11-01', cycleUntil: '2099-01-01' });
    const [soon, later] = [new Date(Date.now() + dayMs), new Date(Date.now() + 2 * dayMs)];
    await credit(line, 100, later);
    await credit(line, 50, soon);
    await send(line, aRecord(line, { amount: 120 }));
    expect(await leftOf(line)).toEqual([0, 30, 1_000]);
  });

  it('is charged only to the product that it names', async () => {
    const line = await aLineWithProducts(db, [aProduct(), aProduct()]);
    const named = aRecord(line, { amount: 1_100, productId: line.products[1]?.id });
    expect(await send(line, named)).toMatchObject({ partlyCounted: [{ countedAmount: 1_000 }] });
    expect(await leftOf(line)).toEqual([1_000]);
  });

  it.each([
    ['unknown-line', () => ({ lineId: randomUUID() })],
    ['no-product', () => ({ type: 'SMS' as const })],
    ['no-product', () => ({ productId: randomUUID() })],
    ['in-the-future', () => ({ usedAt: ago(-6 * minuteMs) })],
    ['too-old', () => ({ usedAt: ago(91 * dayMs) })],
  ])('is rejected individually as %s (%#)', async (code, buildValues) => {
    const line = await aLineWithProducts(db);
    const [good, bad] = [aRecord(line), aRecord(line, buildValues())];
    expect(await send(line, good, bad)).toMatchObject({ accepted: 1, refused: [{ recordId: bad.recordId, code }] });
    expect(await leftOf(line)).toEqual([999]);
    expect(await db.prisma.usageRecord.count({ where: { recordId: bad.recordId } })).toBe(0);
  });

  it("does not reveal whether another broker's line exists", async () => {
    const [own, foreign] = [await aLineWithProducts(db), await aLineWithProducts(db)];
    const { refused } = await send(own, aRecord(own, { lineId: foreign.id }), aRecord(own, { lineId: randomUUID() }));
    expect(refused.map(({ index: _place, recordId: _, ...refusal }) => refusal)).toEqual(
      Array(2).fill({ code: 'unknown-line', detail: 'The line does not exist.' }),
    );
    expect(await leftOf(foreign)).toEqual([1_000]);
  });
});

describe('a record of nothing', () => {
  it('is accepted and charged to no product, with the same result when it is sent again', async () => {
    const line = await aLineWithProducts(db);
    const record = aRecord(line, { type: 'VOICE', amount: 0 });
    expect(await send(line, record)).toMatchObject({ accepted: 1, refused: [] });
    expect(await send(line, record)).toMatchObject({ accepted: 0, duplicates: 1, refused: [] });
    expect(await daysOf(line)).toEqual([]);
  });

  it('is accepted after the balance is used up', async () => {
    const line = await aLineWithProducts(db);
    await send(line, aRecord(line, { amount: 1_000 }));
    expect(await send(line, aRecord(line, { amount: 0 }))).toMatchObject({ accepted: 1 });
  });
});

describe('a record that names a number or an IMSI', () => {
  const byCode = (code: { msisdn: string } | { imsi: string }, options: Partial<UsageRecord> = {}) => {
    const { lineId: _, ...record } = aRecord({ id: '' } as TestLineWithProducts, options);
    return { ...record, ...code };
  };

  it('is charged to the line that has it', async () => {
    const line = await aLineWithProducts(db);
    const { msisdn, imsi } = line;
    const twice = aRecord(line, { amount: 5 });
    const { lineId: _, ...rest } = twice;
    const response = await send(line, byCode({ msisdn }, { amount: 10 }), byCode({ imsi }, { amount: 20 }), twice);
    expect(response).toMatchObject({ accepted: 3, refused: [] });
    expect(await send(line, { ...rest, imsi })).toMatchObject({ duplicates: 1 });
    expect(await leftOf(line)).toEqual([965]);
  });

  it('is charged to the line that had it at the time of use', async () => {
    const since = { cycleFrom: '2026-01-01', cycleUntil: '2099-01-01' };
    const before = await aLineWithProducts(db, [aProduct()], since);
    const { brokerId } = before;
    const after = await aLineWithProducts(db, [aProduct()], { ...since, brokerId });
    const pool = await aPool(db, { brokerId, count: 1 });
    const [resourceId = ''] = pool.resourceIds;
    const { externalCode: msisdn } = await db.prisma.resource.findUniqueOrThrow({ where: { id: resourceId } });
    const held = { resourceId, brokerId };
    const changedAt = ago(dayMs);
    await db.prisma.allocation.createMany({
      data: [
        { ...held, holderId: before.holderId, lineId: before.id, heldFrom: ago(8 * dayMs), heldTo: changedAt },
        { ...held, holderId: after.holderId, lineId: after.id, heldFrom: changedAt },
      ],
    });
    const used = [ago(2 * dayMs), ago(0), ago(9 * dayMs)].map((usedAt) => byCode({ msisdn }, { usedAt, amount: 1 }));
    expect(await send(before, ...used)).toMatchObject({
      accepted: 2,
      refused: [{ index: 2, code: 'unknown-line', detail: 'No line had this number at that time.' }],
    });
    expect([await leftOf(before), await leftOf(after)]).toEqual([[999], [999]]);
  });

  it("of another broker's line is rejected like one of no line", async () => {
    const [own, foreign] = [await aLineWithProducts(db), await aLineWithProducts(db)];
    const { refused } = await send(own, byCode({ imsi: foreign.imsi }), byCode({ imsi: '724990000000999' }));
    expect(refused.map(({ index, code, detail }) => ({ index, code, detail }))).toEqual(
      [0, 1].map((index) => ({ index, code: 'unknown-line', detail: 'No line had this IMSI at that time.' })),
    );
    expect(await leftOf(foreign)).toEqual([1_000]);
  });
});

describe('the thresholds of a balance', () => {
  it('emit one event each with their component', async () => {
    const line = await aLineWithProducts(db);
    const record = aRecord(line, { amount: 499 });
    await send(line, record);
    expect(await thresholdEventsOf(line)).toEqual([]);
    await send(line, aRecord(line, { amount: 1 }), record);
    await send(line, aRecord(line, { amount: 1 }));
    expect(await thresholdEventsOf(line)).toEqual(['usage.threshold_reached']);
    await send(line, aRecord(line, { amount: 600 }));
    await send(line, aRecord(line, { amount: 600 }));
    expect(await thresholdEventsOf(line)).toEqual([
      'usage.threshold_reached',
      'usage.threshold_reached',
      'usage.exhausted',
    ]);
    const last = await db.prisma.event.findFirst({ where: { resourceId: line.id }, orderBy: { seq: 'desc' } });
    const [product] = line.products;
    const details = { productId: product?.id, componentId: product?.components[0]?.id, type: 'DATA', percent: 100 };
    expect(last).toMatchObject({
      resourceType: 'line',
      brokerId: line.brokerId,
      fromStatus: null,
      toStatus: null,
      details,
    });
  });

  it('emit again when they are crossed again after a new credit', async () => {
    const line = await aLineWithProducts(db);
    await send(line, aRecord(line, { amount: 1_000 }));
    await credit(line, 1_000);
    await send(line, aRecord(line, { amount: 599 }));
    const once = ['usage.threshold_reached', 'usage.threshold_reached', 'usage.exhausted', 'usage.credited'];
    expect(await thresholdEventsOf(line)).toEqual(once);
    await send(line, aRecord(line, { amount: 1 }));
    await send(line, aRecord(line, { amount: 400 }));
    expect(await thresholdEventsOf(line)).toEqual([...once, 'usage.threshold_reached', 'usage.exhausted']);
  });
});

describe('a long batch', () => {
  /** Each record is later than the next, so that the oldest is the last. */
  const newestFirst = (line: TestLineWithProducts, count: number) =>
    Array.from({ length: count }, (_, at) => aRecord(line, { usedAt: ago(at * 1_000) }));

  it('is counted in chunks, each in its own transaction, the oldest records first', async () => {
    const line = await aLineWithProducts(db, [aProduct({ amounts: { DATA: 700 } })], { activatedAt: ago(dayMs) });
    const records = newestFirst(line, 1_200);
    const counted: number[] = [];
    const result = await recordUsage(db, {
      caller: callerOf(line),
      records,
      throttleWrite: async (work) => {
        const result = await work();
        counted.push(await db.prisma.usageRecord.count({ where: { lineId: line.id } }));
        return result;
      },
    });
    expect(counted).toEqual([500, 1_000, 1_200]);
    expect(result).toMatchObject({ accepted: 700, duplicates: 0, partlyCounted: [] });
    expect(result.refused.map(({ recordId, code }) => `${recordId} ${code}`).toSorted()).toEqual(
      records
        .slice(0, 500)
        .map(({ recordId }) => `${recordId} no-balance`)
        .toSorted(),
    );
  });

  it('that failed in the middle can be sent again without being counted twice', async () => {
    const line = await aLineWithProducts(db, [aProduct({ amounts: { DATA: 1_000 } })], { activatedAt: ago(dayMs) });
    const records = newestFirst(line, 700);
    let chunks = 0;
    const failsLater = recordUsage(db, {
      caller: callerOf(line),
      records,
      throttleWrite: async (work) => {
        chunks += 1;
        if (chunks === 2) throw new Error('the connection broke');
        return work();
      },
    });
    await expect(failsLater).rejects.toThrow('the connection broke');
    expect(await leftOf(line)).toEqual([500]);
    expect(await send(line, ...records)).toMatchObject({ accepted: 200, duplicates: 500, refused: [] });
    expect(await leftOf(line)).toEqual([300]);
  });
});
