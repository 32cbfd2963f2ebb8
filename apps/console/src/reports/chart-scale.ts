import { type Counts, countOutcomes } from './outcomes.ts';
import type { ReportRow } from './use-report.ts';

const dayMs = 86_400_000;
const tops = [1, 2, 4, 6, 8, 10];

/** The end of an axis: the least number of one digit, above the most, whose half is as easy to read. */
export function axisTop(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(most));
  // 6 * 0.1 is 0.6000000000000001.
  return Number(((tops.find((top) => top * unit >= most) ?? 10) * unit).toPrecision(3));
}

/** A day of the period: what became of its orders, and how long the completed ones took. */
export interface Day {
  readonly day: string;
  readonly count: number;
  readonly counts: Counts;
  readonly p50Seconds?: number;
  readonly p95Seconds?: number;
}

/**
 * The days of the period, oldest first: a day without an order has no row in the report. The times are those of
 * `byDay`; percentiles of statuses do not add up.
 */
export function listDays(
  { byDay, byStatus }: { readonly byDay: readonly ReportRow[]; readonly byStatus: readonly ReportRow[] },
  days: number,
  now: number,
): readonly Day[] {
  const times = new Map(byDay.map((row) => [row.day, row]));
  const statuses = Map.groupBy(byStatus, ({ day }) => day);
  return Array.from({ length: days + 1 }, (_, index) => {
    const day = new Date(now - (days - index) * dayMs).toISOString().slice(0, 10);
    const { p50Seconds, p95Seconds } = times.get(day) ?? {};
    const rows = statuses.get(day) ?? [];
    return {
      day,
      count: rows.reduce((sum, { count }) => sum + count, 0),
      counts: countOutcomes(rows),
      ...(p50Seconds !== undefined && { p50Seconds }),
      ...(p95Seconds !== undefined && { p95Seconds }),
    };
  });
}
