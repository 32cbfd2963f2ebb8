/** A figure over several rounds: the middle one, and how far the others lie. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Sums up the figures of several rounds; there must be at least one. */
export function spread(values: readonly number[]): Spread {
  return { median: percentile(values, 50), min: Math.min(...values), max: Math.max(...values) };
}

/** The value that `percent` per cent of the values do not exceed (nearest rank). */
export function percentile(values: readonly number[], percent: number): number {
  if (values.length === 0) throw new Error('no values to take a percentile of');
  const sorted = [...values].sort((a, b) => a - b);
  const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length));
  return sorted[rank - 1] as number;
}
