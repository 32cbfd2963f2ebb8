import type { Comparison } from '../harness/compare.ts';
import { formatNumber } from '../harness/format-figures.ts';
import type { Threshold } from '../harness/threshold.ts';
import { recordsInBatch } from './build-batch.ts';

const minPerSecond = 5_000;

/**
 * Compares Linework's figures with the threshold. A separate check after each measurement finds a record that was
 * counted twice.
 */
export function thresholds(comparisons: readonly Comparison[]): Threshold[] {
  const own = comparisons.filter(({ name }) => name.startsWith('Linework'));
  return own.map(({ name, clients, perSecond }) => ({
    description: `${name}, ${clients} clients: ${formatNumber(minPerSecond)} records/s`,
    measured: `${formatNumber(perSecond.median * recordsInBatch)}/s`,
    isMet: perSecond.median * recordsInBatch >= minPerSecond,
  }));
}
