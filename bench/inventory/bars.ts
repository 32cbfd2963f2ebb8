import { rounded } from '../harness/figures.ts';
import type { Figures, Times } from './measure.ts';

export interface Bar {
  readonly says: string;
  readonly measured: string;
  readonly met: boolean;
}

const pageBarMs = 5;
const poolsBarMs = 10;

/** A total that finds the page with it is longer than a count alone, and what it is longer by is the page's. */
function beyondTheCount({ total = 0, countAlone = total, ...times }: Times, question: 'page' | 'cursor'): number {
  return (times[question] ?? 0) + Math.max(0, total - countAlone);
}

/** Holds what was measured against what the project sets itself, each list by itself. */
export function bars(cases: readonly Figures[], pools: Figures): readonly Bar[] {
  const ofLists = (['page', 'cursor'] as const).map((question) => {
    const slow = cases.filter(({ linework }) => beyondTheCount(linework, question) >= pageBarMs);
    const named = slow.map(({ name, linework }) => `${name} ${rounded(beyondTheCount(linework, question))} ms`);
    const says = `${question === 'page' ? 'first page' : 'cursor at depth'} under ${pageBarMs} ms`;
    return { says, measured: slow.length === 0 ? `all of ${cases.length}` : `all but ${named.join(', ')}`, met: slow.length === 0 };
  });
  const poolsMs = pools.linework.page ?? Number.POSITIVE_INFINITY;
  return [...ofLists, { says: `pools by availability under ${poolsBarMs} ms`, measured: `${rounded(poolsMs)} ms`, met: poolsMs < poolsBarMs }];
}
