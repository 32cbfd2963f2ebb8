import type { Comparison } from '../harness/compare.ts';
import { formatNumber } from '../harness/format-figures.ts';
import type { Threshold } from '../harness/threshold.ts';

/** The share of a bare loop of calls, and the share of itself that is left beside dead endpoints. */
const [baselineShare, besideDeadShare] = [0.5, 0.8];

/**
 * Compares Linework's deliveries per second with those of a bare loop of calls, and those beside 900 dead endpoints
 * with those without.
 */
export function thresholds(comparisons: readonly Comparison[]): Threshold[] {
  const medianOf = (name: string) => comparisons.find((comparison) => comparison.name === name)?.perSecond.median;
  const [own, besideDead, baseline] = [
    'Linework',
    'Linework: 900 dead endpoints',
    'baseline: fetch and a signature',
  ].map(medianOf);
  return [
    judge('deliveries of a bare loop of calls', own, baseline, baselineShare),
    judge('deliveries without dead endpoints', besideDead, own, besideDeadShare),
  ];
}

function judge(description: string, measured = Number.NaN, limit = Number.NaN, share = 1): Threshold {
  return {
    description: `${share} of the ${description}`,
    measured: formatNumber(measured / limit),
    isMet: measured / limit >= share,
  };
}
