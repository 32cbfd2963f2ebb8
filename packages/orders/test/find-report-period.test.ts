import { describe, expect, it } from 'vitest';
import { bucketToSeconds } from '../src/order-report/build-report-query.ts';
import { findReportPeriod } from '../src/order-report/find-report-period.ts';

const now = new Date('2026-11-25T12:00:00Z');
const at = (text: string) => new Date(text);

describe('the period of a report', () => {
  it('is the last seven days by default, today included, and ends at the given end', () => {
    expect(findReportPeriod({}, now)).toEqual({
      createdAtFrom: at('2026-11-19T00:00:00Z'),
      createdAtTo: at('2026-11-25T23:59:59.999Z'),
    });
    expect(findReportPeriod({}, at('2026-11-25T00:00:00Z')).createdAtTo).toEqual(at('2026-11-25T23:59:59.999Z'));
    const createdAtTo = at('2026-06-07T23:59:59.999Z');
    expect(findReportPeriod({ createdAtTo }, now)).toEqual({ createdAtFrom: at('2026-06-01T00:00:00Z'), createdAtTo });
  });

  it('has at most 31 days, also where it has no end', () => {
    expect(() => findReportPeriod({ createdAtFrom: at('2026-10-26T00:00:00Z') }, now)).not.toThrow();
    expect(() => findReportPeriod({ createdAtFrom: at('2026-10-25T00:00:00Z') }, now)).toThrow(
      expect.objectContaining({ status: 400 }),
    );
  });
});

describe('a bucket of times', () => {
  it('stands for times that differ from it by at most 2.5 %', () => {
    const bucket = Math.floor(Math.log(60) / Math.log(1.05));
    expect(Math.abs(bucketToSeconds(bucket) / 60 - 1)).toBeLessThan(0.025);
  });
});
