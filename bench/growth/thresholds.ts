import type { Comparison } from '../harness/compare.ts';
import { formatNumber } from '../harness/format-figures.ts';
import type { Threshold } from '../harness/threshold.ts';
import { buildName } from './rename-contender.ts';

const [smallest, ...larger] = [10_000, 100_000, 1_000_000] as const;
const lossLimit = 0.2;

/** Compares each work among many orders with the same work among few. Leaves out thresholds without a measurement. */
export function thresholds(comparisons: readonly Comparison[]): Threshold[] {
  const perSecond = (work: string, pastCount: number) =>
    comparisons.find(({ name }) => name === buildName(work, pastCount))?.perSecond.median;
  return ['an executed order', 'GET /orders/{id}', 'POST /lines/{id}/block'].flatMap((work) =>
    larger.flatMap((pastCount) => {
      const [few, many] = [perSecond(work, smallest), perSecond(work, pastCount)];
      if (few === undefined || many === undefined) return [];
      return [
        {
          description: `${buildName(work, pastCount)} past orders: at most 20 % slower`,
          measured: `${formatNumber(many / few)} x`,
          isMet: many / few >= 1 - lossLimit,
        },
      ];
    }),
  );
}
