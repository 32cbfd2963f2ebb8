import { addDays, daysBetween, startOfDay, toCivilDay } from '@linework/billing/civil-day';
import { calculateCycle, findAnchorDay, findCycleNumber } from '@linework/billing/cycle';
import { billingFrequencies, monthlyFrequencies } from '@linework/schemas/subscriptions/billing-cycle';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const anyDay = fc.integer({ min: 0, max: 40 * 366 }).map((days) => addDays('2000-01-01', days));

const anyPattern = fc
  .record({
    frequency: fc.constantFrom(...billingFrequencies),
    customPeriodDays: fc.integer({ min: 1, max: 400 }),
    startDay: anyDay,
    billingDay: fc.option(fc.integer({ min: 1, max: 31 }), { nil: undefined }),
  })
  .map(({ frequency, customPeriodDays, startDay, billingDay }) => {
    const isOnItsDay = billingDay !== undefined && monthlyFrequencies.includes(frequency);
    const anchorDay = isOnItsDay ? findAnchorDay(billingDay, { frequency, startDay }) : startDay;
    return {
      frequency,
      customPeriodDays: frequency === 'CUSTOM' ? customPeriodDays : null,
      anchorDay,
      startDay,
      billingDay: isOnItsDay ? billingDay : undefined,
    };
  });

describe('the cycles of a subscription', () => {
  it('begin with its first day and contain every day once', () => {
    fc.assert(
      fc.property(anyPattern, (pattern) => {
        let day = pattern.startDay;
        for (let number = 1; number <= 30; number += 1) {
          const { from, until, wholeDays } = calculateCycle(pattern, number);
          expect(from).toBe(day);
          expect(until > from).toBe(true);
          expect(daysBetween(from, until)).toBeLessThanOrEqual(wholeDays);
          if (number > 1) expect(daysBetween(from, until)).toBe(wholeDays);
          expect([findCycleNumber(pattern, from), findCycleNumber(pattern, addDays(until, -1))]).toEqual([
            number,
            number,
          ]);
          day = until;
        }
      }),
    );
  });

  it('begin on the billing day from the second one on, or on the last day of a shorter month', () => {
    fc.assert(
      fc.property(anyPattern, (pattern) => {
        fc.pre(pattern.billingDay !== undefined);
        for (let number = 2; number <= 14; number += 1) {
          const { from } = calculateCycle(pattern, number);
          const isLastOfMonth = addDays(from, 1).slice(8) === '01';
          expect(
            Number(from.slice(8)) === pattern.billingDay ||
              (isLastOfMonth && Number(from.slice(8)) < Number(pattern.billingDay)),
          ).toBe(true);
        }
      }),
    );
  });

  it('have a first one of at most a month if the start is not on the billing day', () => {
    expect(
      calculateCycle(
        {
          frequency: 'QUARTERLY',
          anchorDay: findAnchorDay(5, { frequency: 'QUARTERLY', startDay: '2027-02-10' }),
          startDay: '2027-02-10',
        },
        1,
      ),
    ).toMatchObject({
      from: '2027-02-10',
      until: '2027-03-05',
    });
  });

  it('return to the 31st after February, also in leap years', () => {
    const from = [1, 2, 3, 4].map(
      (number) => calculateCycle({ frequency: 'MONTHLY', anchorDay: '2028-01-31' }, number).from,
    );
    expect(from).toEqual(['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30']);
  });

  it('of years on the 30th that begin in February return to the 29th in leap years', () => {
    const [startDay, frequency] = ['2017-01-31', 'YEARLY'] as const;
    const anchorDay = findAnchorDay(30, { frequency, startDay });
    const from = [1, 2, 5].map((number) => calculateCycle({ frequency, anchorDay, startDay }, number).from);
    expect(from).toEqual(['2017-01-31', '2017-02-28', '2020-02-29']);
  });

  it('of a year that began on 29 February begin on the 28th until the next leap year', () => {
    const from = [1, 2, 5].map(
      (number) => calculateCycle({ frequency: 'YEARLY', anchorDay: '2028-02-29' }, number).from,
    );
    expect(from).toEqual(['2028-02-29', '2029-02-28', '2032-02-29']);
  });
});

describe('a day in Sao Paulo', () => {
  it('begins with its first instant, also on days without a midnight', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 * 366 }), (days) => {
        const day = addDays('1985-01-01', days);
        const start = startOfDay(day);
        expect(toCivilDay(start)).toBe(day);
        expect(toCivilDay(new Date(start.getTime() - 1))).toBe(addDays(day, -1));
      }),
    );
  });

  it('began at one in the morning when daylight saving time began', () => {
    expect(startOfDay('2018-11-04').toISOString()).toBe('2018-11-04T03:00:00.000Z');
    expect(toCivilDay(new Date('2018-11-04T02:59:59Z'))).toBe('2018-11-03');
  });

  it('is three hours behind UTC now', () => {
    expect(toCivilDay(new Date('2026-11-21T02:59:59Z'))).toBe('2026-11-20');
    expect(startOfDay('2026-11-21').toISOString()).toBe('2026-11-21T03:00:00.000Z');
  });
});
