import type { Comparison } from '../harness/compare.ts';
import { formatNumber } from '../harness/format-figures.ts';
import type { Threshold } from '../harness/threshold.ts';

const project = 'Linework';
const dbos = 'DBOS Transact';
const peers = [dbos, 'graphile-worker', 'Restate'];
const baseline = 'baseline: rows only';

/** Compares the measurements with the thresholds of the project. Returns none unless every contender was measured. */
export function thresholds(comparisons: readonly Comparison[]): Threshold[] {
  const measured = new Set(comparisons.map(({ name }) => name));
  if (![project, ...peers, baseline].every((name) => measured.has(name))) return [];

  const concurrencies = [...new Set(comparisons.map(({ clients }) => clients))];
  return concurrencies.flatMap((clients) => {
    const at = (name: string) =>
      comparisons.find((entry) => entry.name === name && entry.clients === clients) as Comparison;
    return clients === 1 ? [latencyThreshold(at)] : throughputThresholds(at, clients);
  });
}

type At = (name: string) => Comparison;

function latencyThreshold(at: At): Threshold {
  const own = at(project).p50Ms.median;
  const best = Math.min(...peers.map((name) => at(name).p50Ms.median));
  return {
    description: "p50 of 1 client below the best peer's",
    measured: `${formatNumber(own)} ms against ${formatNumber(best)} ms`,
    isMet: own < best,
  };
}

function throughputThresholds(at: At, clients: number): Threshold[] {
  const own = at(project);
  const rate = (name: string) => own.perSecond.median / at(name).perSecond.median;
  const cpu = own.cpuMsPerUnit.median / at(dbos).cpuMsPerUnit.median;
  return [
    minRatioThreshold(`${clients} clients: 3 x DBOS`, rate(dbos), 3),
    minRatioThreshold(`${clients} clients: 2 x the best peer`, Math.min(...peers.map(rate)), 2),
    minRatioThreshold(`${clients} clients: half the baseline`, rate(baseline), 0.5),
    {
      description: `${clients} clients: a third of DBOS's CPU per order`,
      measured: `${formatNumber(cpu)} x`,
      isMet: cpu <= 1 / 3,
    },
  ];
}

function minRatioThreshold(description: string, ratio: number, minRatio: number): Threshold {
  return { description, measured: `${formatNumber(ratio)} x`, isMet: ratio >= minRatio };
}
