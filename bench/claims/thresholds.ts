import type { Comparison } from '../harness/compare.ts';
import { formatNumber } from '../harness/format-figures.ts';
import type { Threshold } from '../harness/threshold.ts';

const minPerSecond = 2_000;

/**
 * Compares Linework's figures with the threshold. A separate check after each measurement finds a number that was
 * reserved twice.
 */
export function thresholds(comparisons: readonly Comparison[]): Threshold[] {
  const own = comparisons.filter(({ name }) => name.startsWith('Linework'));
  return own.map(({ name, clients, perSecond }) => ({
    description: `${name}, ${clients} clients: ${formatNumber(minPerSecond)} reservations/s`,
    measured: `${formatNumber(perSecond.median)}/s`,
    isMet: perSecond.median >= minPerSecond,
  }));
}
