import { randomUUID } from 'node:crypto';
import type { UsageRecord } from '@linework/schemas/usage/usage-record';
import { aLineWithProducts, aProduct, type TestLineWithProducts } from '@linework/testing/a-line-with-products';
import { aTestDb } from '@linework/testing/a-test-db';
import { aCallerOf } from '@linework/testing/callers';
import { checkUsageInvariants } from '@linework/testing/invariants/check-invariants';
import { takesLong } from '@linework/testing/run/takes-long';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openAccounts } from '../src/open-accounts.ts';
import { recordUsage } from '../src/record-usage.ts';
import { applyReferenceUsage, type ReferenceLine } from './reference-balance.ts';

takesLong('many-cases');

const dayMs = 24 * 60 * 60_000;

const db = await aTestDb();

/** Days before now. Each credit has its own due date; some have expired, and some began after others ended. */
const spot = fc.record({
  granted: fc.integer({ min: 1, max: 60 }),
  startsAgo: fc.integer({ min: 1, max: 40 }),
  lasts: fc.integer({ min: 1, max: 40 }),
});
const use = fc.record({
  id: fc.integer({ min: 0, max: 25 }),
  amount: fc.integer({ min: 1, max: 30 }),
  agoDays: fc.double({ min: 0.01, max: 45, noNaN: true }),
});
const scenario = fc.record({
  spots: fc.uniqueArray(spot, { maxLength: 4, selector: ({ startsAgo, lasts }) => lasts - startsAgo }),
  uses: fc.uniqueArray(use, { minLength: 1, maxLength: 20, selector: ({ id }) => id }),
  /** The order of the records, with repetitions, and the batch size. */
  sent: fc.array(fc.nat(), { minLength: 5, maxLength: 40 }),
  batch: fc.integer({ min: 1, max: 12 }),
  granted: fc.integer({ min: 0, max: 100 }),
  allowsOverage: fc.boolean(),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never;

async function aLineFor(
  { granted, allowsOverage, spots }: Scenario,
  now: number,
): Promise<{ line: TestLineWithProducts; reference: ReferenceLine }> {
  const products = [aProduct({ amounts: { DATA: granted }, allowsOverage })];
  const line = await aLineWithProducts(db, products, {
    activatedAt: new Date(now - 60 * dayMs),
    cycle: 2,
    cycleFrom: '2026-11-01',
    cycleUntil: '2099-01-01',
  });
  await openAccounts(db, [line.id]);
  const account = await db.prisma.usageAccount.findFirstOrThrow({
    where: { lineId: line.id },
    include: { credits: true },
  });
  const componentId = line.products[0]?.components[0]?.id ?? '';
  const spotCredits = spots.map((one) => {
    const startsAt = new Date(now - one.startsAgo * dayMs);
    return { granted: one.granted, startsAt, dueAt: new Date(startsAt.getTime() + (one.lasts + 0.5) * dayMs) };
  });
  const named = { accountId: account.id, componentId, type: 'DATA', kind: 'SPOT' };
  await db.prisma.usageCredit.createMany({ data: spotCredits.map((one) => ({ id: randomUUID(), ...named, ...one })) });
  const credits = [...account.credits, ...spotCredits].map((one) => ({
    granted: Number(one.granted),
    used: 0,
    startsAt: one.startsAt.getTime(),
    dueAt: one.dueAt.getTime(),
  }));
  return { line, reference: { credits, allowsOverage, days: new Map(), countedByRecord: new Map() } };
}

function batchesOf({ uses, sent, batch }: Scenario, lineId: string, now: number): readonly (readonly UsageRecord[])[] {
  const records = uses.map(
    ({ id, amount, agoDays }): UsageRecord => ({
      recordId: `r${id}`,
      lineId,
      type: 'DATA',
      amount,
      usedAt: new Date(now - Math.round(agoDays * dayMs)),
    }),
  );
  const inOrder = sent.map((at) => records[at % records.length] as UsageRecord);
  return Array.from({ length: Math.ceil(inOrder.length / batch) }, (_, at) =>
    inOrder.slice(at * batch, (at + 1) * batch),
  );
}

describe('counting usage', () => {
  it('has the result of counting unit by unit, for any order, batches and repetitions', async () => {
    let cutShort = 0;
    let lateOnes = 0;
    await fc.assert(
      fc.asyncProperty(scenario, async (chosen) => {
        const now = Date.now();
        const { line, reference } = await aLineFor(chosen, now);
        for (const records of batchesOf(chosen, line.id, now)) {
          const { accepted, duplicates, partlyCounted, refused } = await recordUsage(db, {
            caller: aCallerOf({ id: line.brokerId }),
            records,
          });
          expect(accepted + duplicates + partlyCounted.length + refused.length).toBe(records.length);
          const oldestFirst = records.toSorted(
            (one, other) => one.usedAt.getTime() - other.usedAt.getTime() || (one.recordId < other.recordId ? -1 : 1),
          );
          const countedById = new Map(
            oldestFirst.map((record) => [record.recordId, applyReferenceUsage(reference, record, now)]),
          );
          const short = records.filter(({ recordId, amount }) => (countedById.get(recordId) ?? 0) < amount);
          const shortOf = (isPart: boolean) =>
            short
              .map(({ recordId }) => [recordId, countedById.get(recordId) ?? 0])
              .filter(([, counted]) => (counted !== 0) === isPart);
          expect(partlyCounted.map(({ recordId, countedAmount }) => [recordId, countedAmount])).toEqual(shortOf(true));
          expect(refused.map(({ recordId }) => [recordId, 0])).toEqual(shortOf(false));
          cutShort += short.length;
        }
        const credits = await db.prisma.usageCredit.findMany({ where: { account: { lineId: line.id } } });
        const byDue = (one: { dueAt: number }, other: { dueAt: number }) => one.dueAt - other.dueAt;
        const shown = credits
          .map(({ dueAt, used }) => ({ dueAt: dueAt.getTime(), used: Number(used) }))
          .toSorted(byDue);
        expect(shown).toEqual(reference.credits.map(({ dueAt, used }) => ({ dueAt, used })).toSorted(byDue));
        lateOnes += shown.filter(({ dueAt, used }) => dueAt < now && used > 0).length;
        const days = await db.prisma.usageDay.findMany({ where: { account: { lineId: line.id } } });
        expect(
          Object.fromEntries(days.map(({ day, amount }) => [day.toISOString().slice(0, 10), Number(amount)])),
        ).toEqual(Object.fromEntries(reference.days));
      }),
      { numRuns: 30 },
    );
    // Without used-up credits and late records the test would prove little.
    expect(cutShort).toBeGreaterThan(5);
    expect(lateOnes).toBeGreaterThan(0);
    await checkUsageInvariants(db);
  });
});
