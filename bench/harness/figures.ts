import type { Spread } from './statistics.ts';

/** The median, and in brackets how far the rounds lie apart, in as many digits as the figure is worth. */
export function inFigures({ median, least, most }: Spread): string {
  return least === most ? rounded(median) : `${rounded(median)} (${rounded(least)}-${rounded(most)})`;
}

/** Three digits that count, with the thousands set off. */
export function rounded(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
