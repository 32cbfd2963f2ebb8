import type { Bar } from '../harness/bar.ts';
import type { Comparison } from '../harness/compare.ts';
import { rounded } from '../harness/figures.ts';

const leastPerSecond = 2_000;

/** Holds the project's own figures against what it sets itself. That nothing was handed out twice is checked after each measurement. */
export function bars(comparisons: readonly Comparison[]): Bar[] {
  const own = comparisons.filter(({ name }) => name.startsWith('Linework'));
  return own.map(({ name, clients, perSecond }) => ({
    says: `${name}, ${clients} clients: ${rounded(leastPerSecond)} reservations/s`,
    measured: `${rounded(perSecond.median)}/s`,
    met: perSecond.median >= leastPerSecond,
  }));
}
