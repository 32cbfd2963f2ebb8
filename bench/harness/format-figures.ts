import type { Spread } from './statistics.ts';

/** Formats the median, followed by the minimum and maximum of the rounds in brackets. */
export function formatSpread({ median, min, max }: Spread): string {
  return min === max ? formatNumber(median) : `${formatNumber(median)} (${formatNumber(min)}-${formatNumber(max)})`;
}

/** Formats a number with three significant digits or all digits before the point, and with thousands separators. */
export function formatNumber(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
