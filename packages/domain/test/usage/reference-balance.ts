import type { UsageRecord } from '@linework/schemas/usage/usage-record';

/** A balance kept the slow and obvious way: one unit at a time. */
interface ReferenceCredit {
  readonly granted: number;
  readonly startsAt: number;
  readonly dueAt: number;
  used: number;
}

export interface ReferenceLine {
  readonly credits: ReferenceCredit[];
  readonly allowsOverage: boolean;
  /** By day in São Paulo, which was three hours behind on all of them. */
  readonly days: Map<string, number>;
  readonly countedByRecord: Map<string, number>;
}

/** Uses one unit after the other of the credit that ends first, of those there were when it was used, or else of those there are. */
export function applyReferenceUsage(line: ReferenceLine, { recordId, amount, usedAt }: UsageRecord, now: number): number {
  const before = line.countedByRecord.get(recordId);
  if (before !== undefined) return before;
  const at = usedAt.getTime();
  const activeAt = (time: number) => line.credits.filter(({ startsAt, dueAt }) => startsAt <= time && time < dueAt);
  const usable = activeAt(at).length > 0 ? activeAt(at) : activeAt(now);
  let taken = 0;
  while (taken < amount) {
    const [next] = usable.filter(({ granted, used }) => used < granted).toSorted((one, other) => one.dueAt - other.dueAt);
    if (!next && !line.allowsOverage) break;
    if (next) next.used += 1;
    taken += 1;
  }
  const day = new Date(at - 3 * 3_600_000).toISOString().slice(0, 10);
  if (taken > 0) line.days.set(day, (line.days.get(day) ?? 0) + taken);
  line.countedByRecord.set(recordId, taken);
  return taken;
}
