import type { Bar } from '../harness/bar.ts';
import type { Comparison } from '../harness/compare.ts';
import { rounded } from '../harness/figures.ts';
import { nameOf } from './named.ts';

const [fewest, ...more] = [10_000, 100_000, 1_000_000] as const;
const mostLost = 0.2;

/** Holds each work among more orders against the same among few; without the bars of what was not measured. */
export function bars(comparisons: readonly Comparison[]): Bar[] {
  const perSecond = (work: string, pastCount: number) => comparisons.find(({ name }) => name === nameOf(work, pastCount))?.perSecond.median;
  return ['an order carried out', 'GET /orders/{id}', 'POST /lines/{id}/block'].flatMap((work) =>
    more.flatMap((pastCount) => {
      const [few, many] = [perSecond(work, fewest), perSecond(work, pastCount)];
      if (few === undefined || many === undefined) return [];
      return [{ says: `${nameOf(work, pastCount)} past orders: at most 20 % slower`, measured: `${rounded(many / few)} x`, met: many / few >= 1 - mostLost }];
    }),
  );
}
