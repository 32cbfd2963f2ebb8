import type { Bar } from '../harness/bar.ts';
import type { Comparison } from '../harness/compare.ts';
import { rounded } from '../harness/figures.ts';

/** Holds what was measured against what the project sets itself; without the bars of what was not measured. */
export function bars(comparisons: readonly Comparison[]): Bar[] {
  const perSecond = (name: string) => comparisons.find((one) => one.name === name)?.perSecond.median;
  const ratio = (operation: string, peer: string, least: number): Bar[] => {
    const [own, other] = [perSecond(`${operation}: Linework`), perSecond(`${operation}: ${peer}`)];
    if (own === undefined || other === undefined) return [];
    return [{ says: `${operation}: ${least} x ${peer}`, measured: `${rounded(own / other)} x`, met: own / other >= least }];
  };
  const blocks = perSecond('POST /lines/{id}/block: Linework');
  return [
    ...ratio('GET /orders/{id}', 'Express + Prisma', 1.3),
    ...ratio('GET /orders/{id}', 'Express + pg', 0.6),
    ...(blocks === undefined ? [] : [{ says: 'POST /lines/{id}/block: 1,000/s', measured: `${rounded(blocks)}/s`, met: blocks >= 1_000 }]),
  ];
}
