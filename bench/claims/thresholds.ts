import type { Comparison } from '../harness/compare.ts';
import { formatNumber } from '../harness/format-figures.ts';
import type { Threshold } from '../harness/threshold.ts';

const minPerSecond = 2_000;

/** Holds the project's own figures against what it sets itself. That nothing was handed out twice is checked after each measurement. */
export function thresholds(comparisons: readonly Comparison[]): Threshold[] {
  const own = comparisons.filter(({ name }) => name.startsWith('Linework'));
  return own.map(({ name, clients, perSecond }) => ({
    description: `${name}, ${clients} clients: ${formatNumber(minPerSecond)} reservations/s`,
    measured: `${formatNumber(perSecond.median)}/s`,
    isMet: perSecond.median >= minPerSecond,
  }));
}
