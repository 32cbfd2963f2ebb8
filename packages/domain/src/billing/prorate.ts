import { divideHalfEven, formatAmount, toCents } from './money.ts';

/** A stretch of days of a whole. */
export interface Share {
  readonly usedDays: number;
  readonly wholeDays: number;
  /** The days of the whole that come before it. */
  readonly daysBefore?: number | undefined;
}

/**
 * The part of an amount, "49.90" or "-49.90", that falls on some of the days it is for. It is what the days up to its end come to, less what those up
 * to its beginning do, each rounded half-even to cents, so that the parts of a whole always add up to it, however it is cut.
 */
export function prorate(amount: string, share: Share): string {
  return formatAmount(prorateCents(toCents(amount), share));
}

/** The same in cents. */
export function prorateCents(cents: bigint, { usedDays, wholeDays, daysBefore = 0 }: Share): bigint {
  const amountUpTo = (days: number) => divideHalfEven(cents * BigInt(days), BigInt(wholeDays));
  return amountUpTo(daysBefore + usedDays) - amountUpTo(daysBefore);
}
