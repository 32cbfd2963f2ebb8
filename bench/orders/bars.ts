import type { Bar } from '../harness/bar.ts';
import type { Comparison } from '../harness/compare.ts';
import { rounded } from '../harness/figures.ts';

const project = 'Linework';
const dbos = 'DBOS Transact';
const peers = [dbos, 'graphile-worker', 'Restate'];
const limit = 'limit: rows only';

/** Holds what was measured against what the project sets itself; none when somebody whom it takes was not measured. */
export function bars(comparisons: readonly Comparison[]): Bar[] {
  const measured = new Set(comparisons.map(({ name }) => name));
  if (![project, ...peers, limit].every((name) => measured.has(name))) return [];

  const concurrencies = [...new Set(comparisons.map(({ clients }) => clients))];
  return concurrencies.flatMap((clients) => {
    const at = (name: string) => comparisons.find((entry) => entry.name === name && entry.clients === clients) as Comparison;
    return clients === 1 ? [latencyBar(at)] : throughputBars(at, clients);
  });
}

type At = (name: string) => Comparison;

function latencyBar(at: At): Bar {
  const own = at(project).p50Ms.median;
  const best = Math.min(...peers.map((name) => at(name).p50Ms.median));
  return {
    says: "p50 of 1 client below the best peer's",
    measured: `${rounded(own)} ms against ${rounded(best)} ms`,
    met: own < best,
  };
}

function throughputBars(at: At, clients: number): Bar[] {
  const own = at(project);
  const rate = (name: string) => own.perSecond.median / at(name).perSecond.median;
  const cpu = own.cpuMsPerUnit.median / at(dbos).cpuMsPerUnit.median;
  return [
    atLeast(`${clients} clients: 3 x DBOS`, rate(dbos), 3),
    atLeast(`${clients} clients: 2 x the best peer`, Math.min(...peers.map(rate)), 2),
    atLeast(`${clients} clients: half the limit`, rate(limit), 0.5),
    { says: `${clients} clients: a third of DBOS's CPU per order`, measured: `${rounded(cpu)} x`, met: cpu <= 1 / 3 },
  ];
}

function atLeast(says: string, ratio: number, bar: number): Bar {
  return { says, measured: `${rounded(ratio)} x`, met: ratio >= bar };
}
