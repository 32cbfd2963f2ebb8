import type { Comparison } from '../harness/compare.ts';
import { formatNumber } from '../harness/format-figures.ts';
import type { Threshold } from '../harness/threshold.ts';

/** Compares the measurements with the thresholds of the project. Thresholds without a measurement are left out. */
export function thresholds(comparisons: readonly Comparison[]): Threshold[] {
  const perSecond = (name: string) => comparisons.find((one) => one.name === name)?.perSecond.median;
  const ratio = (operation: string, peer: string, minRatio: number): Threshold[] => {
    const [own, other] = [perSecond(`${operation}: Linework`), perSecond(`${operation}: ${peer}`)];
    if (own === undefined || other === undefined) return [];
    return [
      {
        description: `${operation}: ${minRatio} x ${peer}`,
        measured: `${formatNumber(own / other)} x`,
        isMet: own / other >= minRatio,
      },
    ];
  };
  const blocks = perSecond('POST /lines/{id}/block: Linework');
  return [
    ...ratio('GET /orders/{id}', 'Express + Prisma', 1.3),
    ...ratio('GET /orders/{id}', 'Express + pg', 0.6),
    ...(blocks === undefined
      ? []
      : [
          {
            description: 'POST /lines/{id}/block: 1,000/s',
            measured: `${formatNumber(blocks)}/s`,
            isMet: blocks >= 1_000,
          },
        ]),
  ];
}
