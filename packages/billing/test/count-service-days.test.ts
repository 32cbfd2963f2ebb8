import { addDays, daysBetween } from '@linework/billing/civil-day';
import { calculateShare, countServiceDays, type DayRange } from '@linework/billing/count-service-days';
import { sumCents, toCents } from '@linework/billing/money';
import { prorate } from '@linework/billing/prorate';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const first = '2028-02-01';
const dayAt = (at: number) => addDays(first, at);
const anyLength = fc.integer({ min: 1, max: 60 });

/** Sorted boundary days: in pairs they are pauses, one by one they split the cycle into parts. */
const anyDays = (length: number) =>
  fc.array(fc.integer({ min: 0, max: length }), { maxLength: 10 }).map((days) => days.toSorted((a, b) => a - b));

const pausesOf = (boundaries: readonly number[]): readonly DayRange[] =>
  boundaries.flatMap((at, index) =>
    index % 2 === 0 && boundaries[index + 1] !== undefined
      ? [{ from: dayAt(at), until: dayAt(boundaries[index + 1] as number) }]
      : [],
  );

const anyCycle = anyLength.chain((length) =>
  fc.record({
    cycle: fc
      .integer({ min: 0, max: 30 })
      .map((before) => ({ from: dayAt(0), until: dayAt(length), wholeDays: length + before })),
    pauses: anyDays(length).map(pausesOf),
    cuts: anyDays(length).map((cuts) => [0, ...cuts, length]),
    isProrated: fc.boolean(),
    amount: fc.integer({ min: 0, max: 9_999_99 }).map((cents) => (cents / 100).toFixed(2)),
  }),
);

const partsOf = (cuts: readonly number[]): readonly DayRange[] =>
  cuts.slice(1).map((end, at) => ({ from: dayAt(cuts[at] as number), until: dayAt(end) }));

describe('the share of a cycle', () => {
  it('is the sum of the shares of its parts, for any split and pauses', () => {
    fc.assert(
      fc.property(anyCycle, ({ cuts, amount, ...scenario }) => {
        const parts = partsOf(cuts).map((part) => toCents(prorate(amount, calculateShare(scenario, part))));
        expect(sumCents(parts)).toBe(toCents(prorate(amount, calculateShare(scenario, scenario.cycle))));
      }),
    );
  });

  it('excludes the days of a pause and covers the whole cycle without one', () => {
    fc.assert(
      fc.property(anyCycle, ({ amount, ...scenario }) => {
        for (const pause of scenario.pauses) expect(prorate(amount, calculateShare(scenario, pause))).toBe('0.00');
        const { usedDays, wholeDays } = calculateShare({ ...scenario, pauses: [], isProrated: false }, scenario.cycle);
        expect(usedDays).toBe(wholeDays);
      }),
    );
  });

  it('counts every day that is not paused', () => {
    fc.assert(
      fc.property(anyCycle, ({ cycle, pauses }) => {
        const days = Array.from({ length: daysBetween(cycle.from, cycle.until) }, (_, at) => dayAt(at));
        const serviceDays = days.filter((day) => !pauses.some(({ from, until }) => from <= day && day < until));
        expect(countServiceDays(cycle, pauses)).toBe(serviceDays.length);
      }),
    );
  });
});
