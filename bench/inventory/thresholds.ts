import { formatNumber } from '../harness/format-figures.ts';
import type { Figures, Times } from './measure.ts';

export interface Threshold {
  readonly description: string;
  readonly measured: string;
  readonly isMet: boolean;
}

const pageThresholdMs = 5;
const poolsThresholdMs = 10;

/** If the total finds the page too, the time that it takes longer than a count alone belongs to the page. */
function computePageMs({ total = 0, countAlone = total, ...times }: Times, readName: 'page' | 'cursor'): number {
  return (times[readName] ?? 0) + Math.max(0, total - countAlone);
}

/** Compares each list with the thresholds of the project. */
export function thresholds(cases: readonly Figures[], pools: Figures): readonly Threshold[] {
  const ofLists = (['page', 'cursor'] as const).map((readName) => {
    const slow = cases.filter(({ linework }) => computePageMs(linework, readName) >= pageThresholdMs);
    const named = slow.map(({ name, linework }) => `${name} ${formatNumber(computePageMs(linework, readName))} ms`);
    const description = `${readName === 'page' ? 'first page' : 'cursor at depth'} under ${pageThresholdMs} ms`;
    return {
      description,
      measured: slow.length === 0 ? `all of ${cases.length}` : `all but ${named.join(', ')}`,
      isMet: slow.length === 0,
    };
  });
  const poolsMs = pools.linework.page ?? Number.POSITIVE_INFINITY;
  return [
    ...ofLists,
    {
      description: `pools by availability under ${poolsThresholdMs} ms`,
      measured: `${formatNumber(poolsMs)} ms`,
      isMet: poolsMs < poolsThresholdMs,
    },
  ];
}
