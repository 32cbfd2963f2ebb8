import type { ReportRow } from './use-report.ts';

const dayMs = 86_400_000;
const tops = [1, 2, 4, 6, 8, 10];

/** The end of an axis: the least number of one digit, above the most, whose half is as easy to read. */
export function axisTop(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(most));
  // 6 * 0.1 is 0.6000000000000001.
  return Number(((tops.find((top) => top * unit >= most) ?? 10) * unit).toPrecision(3));
}

/** A row for each day of the period, oldest first: a day without an order has none in the report. */
export function listDays(
  rows: readonly ReportRow[],
  days: number,
  now: number,
): readonly (ReportRow & { readonly day: string })[] {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return Array.from({ length: days + 1 }, (_, index) => {
    const day = new Date(now - (days - index) * dayMs).toISOString().slice(0, 10);
    return { count: 0, ...byDay.get(day), day };
  });
}
