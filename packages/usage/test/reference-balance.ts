import type { UsageRecord } from '@linework/schemas/usage/usage-record';

/** A simple reference balance that counts one unit at a time. */
interface ReferenceCredit {
  readonly granted: number;
  readonly startsAt: number;
  readonly dueAt: number;
  used: number;
}

export interface ReferenceLine {
  readonly credits: ReferenceCredit[];
  readonly allowsOverage: boolean;
  /** Per day in São Paulo, which is three hours behind UTC on all of these days. */
  readonly days: Map<string, number>;
  readonly countedByRecord: Map<string, number>;
}

/**
 * Draws units one by one from the credit that expires first, of those active at the time of use or, without any, of
 * those active now.
 */
export function applyReferenceUsage(
  line: ReferenceLine,
  { recordId, amount, usedAt }: UsageRecord,
  now: number,
): number {
  const before = line.countedByRecord.get(recordId);
  if (before !== undefined) return before;
  const at = usedAt.getTime();
  const activeAt = (time: number) => line.credits.filter(({ startsAt, dueAt }) => startsAt <= time && time < dueAt);
  const usable = activeAt(at).length > 0 ? activeAt(at) : activeAt(now);
  let counted = 0;
  while (counted < amount) {
    const [next] = usable
      .filter(({ granted, used }) => used < granted)
      .toSorted((one, other) => one.dueAt - other.dueAt);
    if (!next && !line.allowsOverage) break;
    if (next) next.used += 1;
    counted += 1;
  }
  const day = new Date(at - 3 * 3_600_000).toISOString().slice(0, 10);
  if (counted > 0) line.days.set(day, (line.days.get(day) ?? 0) + counted);
  line.countedByRecord.set(recordId, counted);
  return counted;
}
