import { divideHalfEven, formatAmount, toCents } from './money.ts';

/** A range of days within a whole. */
export interface Share {
  readonly usedDays: number;
  readonly wholeDays: number;
  /** The days of the whole before this range. */
  readonly daysBefore?: number | undefined;
}

/**
 * The part of an amount, such as "49.90" or "-49.90", for some of its days. It is the amount up to the last day minus
 * the amount up to the first, each rounded half-even to cents. So the parts always add up to the whole, whatever the
 * split.
 * @internal
 */
export function prorate(amount: string, share: Share): string {
  return formatAmount(prorateCents(toCents(amount), share));
}

/** The same calculation in cents. */
export function prorateCents(cents: bigint, { usedDays, wholeDays, daysBefore = 0 }: Share): bigint {
  const amountUpTo = (days: number) => divideHalfEven(cents * BigInt(days), BigInt(wholeDays));
  return amountUpTo(daysBefore + usedDays) - amountUpTo(daysBefore);
}
