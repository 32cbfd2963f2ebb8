import type { Spread } from './statistics.ts';

/** The median, and in brackets how far the rounds lie apart, in as many digits as the figure is worth. */
export function formatSpread({ median, min, max }: Spread): string {
  return min === max ? formatNumber(median) : `${formatNumber(median)} (${formatNumber(min)}-${formatNumber(max)})`;
}

/** Three digits that count, with the thousands set off. */
export function formatNumber(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
