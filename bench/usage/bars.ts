import type { Bar } from '../harness/bar.ts';
import type { Comparison } from '../harness/compare.ts';
import { rounded } from '../harness/figures.ts';
import { recordsInBatch } from './batch.ts';

const leastPerSecond = 5_000;

/** Holds the project's own figures against what it sets itself. That each record was counted once is checked after each measurement. */
export function bars(comparisons: readonly Comparison[]): Bar[] {
  const own = comparisons.filter(({ name }) => name.startsWith('Linework'));
  return own.map(({ name, clients, perSecond }) => ({
    says: `${name}, ${clients} clients: ${rounded(leastPerSecond)} records/s`,
    measured: `${rounded(perSecond.median * recordsInBatch)}/s`,
    met: perSecond.median * recordsInBatch >= leastPerSecond,
  }));
}
