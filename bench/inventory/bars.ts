import { rounded } from '../harness/figures.ts';
import type { Figures } from './measure.ts';

export interface Bar {
  readonly says: string;
  readonly measured: string;
  readonly met: boolean;
}

const pageBarMs = 5;
const poolsBarMs = 10;

/** Holds what was measured against what the project sets itself, each list by itself. */
export function bars(cases: readonly Figures[], pools: Figures): readonly Bar[] {
  const ofLists = (['page', 'cursor'] as const).map((question) => {
    const slow = cases.filter(({ linework }) => (linework[question] ?? 0) >= pageBarMs);
    const named = slow.map(({ name, linework }) => `${name} ${rounded(linework[question] ?? 0)} ms`);
    const says = `${question === 'page' ? 'first page' : 'cursor at depth'} under ${pageBarMs} ms`;
    return { says, measured: slow.length === 0 ? `all of ${cases.length}` : `all but ${named.join(', ')}`, met: slow.length === 0 };
  });
  const poolsMs = pools.linework.page ?? Number.POSITIVE_INFINITY;
  return [...ofLists, { says: `pools by availability under ${poolsBarMs} ms`, measured: `${rounded(poolsMs)} ms`, met: poolsMs < poolsBarMs }];
}
