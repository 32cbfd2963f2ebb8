import { formatNumber } from '../harness/format-figures.ts';
import type { Figures, Times } from './measure.ts';

export interface Threshold {
  readonly description: string;
  readonly measured: string;
  readonly isMet: boolean;
}

const pageThresholdMs = 5;
const poolsThresholdMs = 10;

/** A total that finds the page with it is longer than a count alone, and what it is longer by is the page's. */
function beyondTheCount({ total = 0, countAlone = total, ...times }: Times, question: 'page' | 'cursor'): number {
  return (times[question] ?? 0) + Math.max(0, total - countAlone);
}

/** Holds what was measured against what the project sets itself, each list by itself. */
export function thresholds(cases: readonly Figures[], pools: Figures): readonly Threshold[] {
  const ofLists = (['page', 'cursor'] as const).map((question) => {
    const slow = cases.filter(({ linework }) => beyondTheCount(linework, question) >= pageThresholdMs);
    const named = slow.map(({ name, linework }) => `${name} ${formatNumber(beyondTheCount(linework, question))} ms`);
    const description = `${question === 'page' ? 'first page' : 'cursor at depth'} under ${pageThresholdMs} ms`;
    return { description, measured: slow.length === 0 ? `all of ${cases.length}` : `all but ${named.join(', ')}`, isMet: slow.length === 0 };
  });
  const poolsMs = pools.linework.page ?? Number.POSITIVE_INFINITY;
  return [
    ...ofLists,
    { description: `pools by availability under ${poolsThresholdMs} ms`, measured: `${formatNumber(poolsMs)} ms`, isMet: poolsMs < poolsThresholdMs },
  ];
}
