import { randomInt } from 'node:crypto';
import { type OpenDb, openDb } from '@linework/db/db';
import type { UsageRecord } from '@linework/schemas/usage/usage-record';
import { aBroker } from '@linework/testing/a-broker';
import { aLineWithProducts, aProduct } from '@linework/testing/a-line-with-products';
import { aCallerOf } from '@linework/testing/callers';
import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { checkUsageInvariants } from '@linework/testing/invariants/check-invariants';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { takesLong } from '@linework/testing/run/takes-long';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordUsage } from '../src/record-usage.ts';

takesLong('much-work');

const senders = 8;

let testDb: TestDb;
let db: OpenDb;
beforeAll(async () => {
  testDb = await createTestDb();
  db = openDb({ url: testDb.url, poolSize: senders });
});
afterAll(async () => {
  await db.close();
  await testDb.drop();
});

function shuffled<Item>(items: readonly Item[]): readonly Item[] {
  const places = items.map((item) => ({ item, place: randomInt(2 ** 32) }));
  return places.toSorted((one, other) => one.place - other.place).map(({ item }) => item);
}

const deadlocks = async () => {
  const { rows } = await db.pool.query(
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0].deadlocks;
};

describe('eight concurrent senders of the same records of overlapping lines', () => {
  it('count each record once without deadlocks and emit each threshold once', async () => {
    const broker = await aBroker(db);
    const lines = await Promise.all(
      Array.from({ length: 10 }, () =>
        aLineWithProducts(db, [aProduct({ amounts: { DATA: 60 } }), aProduct({ amounts: { DATA: 40 } })], {
          brokerId: broker.id,
        }),
      ),
    );
    const records = lines.flatMap(({ id }, at) =>
      Array.from(
        { length: 120 },
        (_, number): UsageRecord => ({
          recordId: `${at}-${number}`,
          lineId: id,
          type: 'DATA',
          amount: 1,
          usedAt: new Date(),
        }),
      ),
    );
    const caller = aCallerOf(broker);
    const send = async () => {
      const ownRecords = shuffled(records);
      let accepted = 0;
      for (let from = 0; from < ownRecords.length; from += 100)
        accepted += (await recordUsage(db, { caller, records: ownRecords.slice(from, from + 100) })).accepted;
      return accepted;
    };
    const accepted = await Promise.all(Array.from({ length: senders }, send));
    expect(accepted.reduce((total, count) => total + count)).toBe(1_000);
    const { _sum } = await db.prisma.usageCredit.aggregate({ _sum: { used: true, granted: true } });
    expect(_sum).toEqual({ used: 1_000n, granted: 1_000n });
    const events = await db.prisma.event.groupBy({
      by: ['type'],
      where: { type: { startsWith: 'usage.' } },
      _count: true,
      orderBy: { type: 'asc' },
    });
    // Each of the 20 components crosses 50 %, 80 % and 100 % once.
    expect(events.map(({ type, _count }) => [type, _count])).toEqual([
      ['usage.exhausted', 20],
      ['usage.threshold_reached', 40],
    ]);
    await checkUsageInvariants(db);
    expect(await deadlocks()).toBe(0);
  });
});

describe('one record id in two batches on neighbouring days, at the same time', () => {
  const dayMs = 86_400_000;

  it('is counted once, although neither sees the other', async () => {
    const broker = await aBroker(db);
    const activatedAt = new Date(Date.now() - 2 * dayMs);
    const products = [aProduct({ amounts: { DATA: 100 } })];
    const line = await aLineWithProducts(db, products, { brokerId: broker.id, activatedAt });
    const caller = aCallerOf(broker);
    const recordOf = (usedAt: Date, recordId = 'corrected'): UsageRecord => ({
      ...{ recordId, lineId: line.id, type: 'DATA', amount: 1 },
      usedAt,
    });
    const yesterday = new Date(Date.now() - dayMs);
    // Opens the accounts of the line, for which the second batch would wait otherwise.
    await recordUsage(db, { caller, records: [recordOf(new Date(), 'before')] });
    const { promise: rest, resolve: commit } = Promise.withResolvers<void>();
    const { promise: counted, resolve: tellCounted } = Promise.withResolvers<void>();
    const first = db.transaction(async (tx) => {
      const outcome = await recordUsage(tx, { caller, records: [recordOf(new Date())] });
      tellCounted();
      await rest;
      return outcome;
    });
    await counted;
    const second = recordUsage(db, { caller, records: [recordOf(yesterday)] });
    await waitUntil('the second batch waits for the first', async () => {
      const { rows } = await db.pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return rows.length === 1;
    });
    commit();
    expect((await first).accepted).toBe(1);
    expect(await second).toMatchObject({ accepted: 0, refused: [{ code: 'record-id-reused' }] });
    const { rows } = await db.pool.query("SELECT FROM usage_record WHERE record_id = 'corrected'");
    expect(rows).toHaveLength(1);
  });

  it('holds up no batch of today, of whatever broker', async () => {
    const broker = await aBroker(db);
    const line = await aLineWithProducts(db, [aProduct({ amounts: { DATA: 100 } })], { brokerId: broker.id });
    const other = await aLineWithProducts(db, [aProduct({ amounts: { DATA: 100 } })], { brokerId: broker.id });
    const caller = aCallerOf(broker);
    await waitUntil('the first minute of the day is over', () => new Date().toISOString().slice(11, 16) !== '00:00');
    const recordOf = ({ id: lineId }: { readonly id: string }, recordId: string): UsageRecord => ({
      ...{ recordId, lineId, type: 'DATA', amount: 1 },
      usedAt: new Date(),
    });
    await db.transaction(async (tx) => {
      await recordUsage(tx, { caller, records: [recordOf(line, 'one')] });
      expect((await recordUsage(db, { caller, records: [recordOf(other, 'two')] })).accepted).toBe(1);
    });
  });
});

describe('eight concurrent senders of different records of the same lines', () => {
  it('charge the same balances without losing an amount', async () => {
    const broker = await aBroker(db);
    const lines = await Promise.all(
      Array.from({ length: 5 }, () =>
        aLineWithProducts(db, [aProduct({ amounts: { DATA: 100_000 } })], { brokerId: broker.id }),
      ),
    );
    const caller = aCallerOf(broker);
    const send = async (_: unknown, sender: number) => {
      for (let batch = 0; batch < 10; batch += 1) {
        const ofLine = (lineId: string): UsageRecord => ({
          recordId: `${sender}-${batch}-${lineId}`,
          lineId,
          type: 'DATA',
          amount: 1,
          usedAt: new Date(),
        });
        await recordUsage(db, { caller, records: shuffled(lines).map(({ id }) => ofLine(id)) });
      }
    };
    await Promise.all(Array.from({ length: senders }, send));
    const { _sum } = await db.prisma.usageCredit.aggregate({
      _sum: { used: true },
      where: { account: { brokerId: broker.id } },
    });
    expect(_sum).toEqual({ used: 400n });
    await checkUsageInvariants(db);
    expect(await deadlocks()).toBe(0);
  });
});
