import { fileURLToPath } from 'node:url';
import { type Comparison, compare } from '../harness/compare.ts';
import type { Contender } from '../harness/contender.ts';
import { inFigures } from '../harness/figures.ts';
import { describeMachine } from '../harness/machine.ts';
import { markdownTable } from '../harness/markdown-table.ts';
import { readOptions } from '../harness/options.ts';
import { processTimeMethod } from '../harness/process-time.ts';
import { writeResults } from '../harness/results-file.ts';
import { bars } from './bars.ts';

const contenders = ['linework-one-pool', 'linework-50-pools', 'waiting-one-pool', 'waiting-50-pools', 'limit'];
const files = contenders.map((name) => new URL(`${name}.ts`, import.meta.url));
const options = readOptions({
  seconds: 8,
  rounds: 3,
  concurrencies: [64],
  only: [],
  output: fileURLToPath(new URL('../results/claims.json', import.meta.url)),
});

const work = 'one number reserved from a pool, everything durable';
const machine = describeMachine();
const { comparisons, versions } = await compare(files, options);
const verdicts = bars(comparisons);
const { output, ...settings } = options;
writeResults(output, {
  benchmark: 'claims',
  work,
  measuredAt: new Date(),
  machine,
  versions,
  options: settings,
  records: await records(),
  comparisons,
  bars: verdicts,
});

console.log(`\nOne unit: ${work}.\n`);
console.log(markdownTable(['contender', 'clients', 'reservations/s', 'p50 ms', 'p99 ms', 'CPU-ms each', 'commits each'], comparisons.map(row)));
console.log(`\nMedian of ${options.rounds} rounds of ${options.seconds} s in turn (least-most). CPU: ${processTimeMethod}. Commits: transactions that wrote.`);
console.log(
  `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGib} GiB; ${Object.entries(versions)
    .map((entry) => entry.join(' '))
    .join(', ')}, Node ${machine.node}.`,
);
if (verdicts.length > 0) {
  console.log(
    `\n${markdownTable(
      ['bar', 'measured', 'met'],
      verdicts.map(({ says, measured, met }) => [says, measured, met ? 'yes' : 'no']),
    )}`,
  );
}

function row({ name, clients, perSecond, p50Ms, p99Ms, cpuMsPerUnit, commitsPerUnit }: Comparison): string[] {
  const figures = [perSecond, p50Ms, p99Ms, cpuMsPerUnit].map(inFigures);
  return [name, String(clients), ...figures, commitsPerUnit === undefined ? 'n/a' : inFigures(commitsPerUnit)];
}

/** What each of them writes down, to be read beside the figures. */
async function records(): Promise<Record<string, string>> {
  const loaded = await Promise.all(files.map(async ({ href }) => ((await import(href)) as { contender: Contender }).contender));
  return Object.fromEntries(loaded.map(({ name, records }) => [name, records]));
}
