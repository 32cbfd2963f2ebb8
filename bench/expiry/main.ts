import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { formatNumber, formatSpread } from '../harness/format-figures.ts';
import { describeMachine } from '../harness/machine.ts';
import { markdownTable } from '../harness/markdown-table.ts';
import { readOptions } from '../harness/options.ts';
import { writeResults } from '../harness/results-file.ts';
import { spread } from '../harness/statistics.ts';
import type { ExpiryContender, ExpiryFigures } from './expiry-contender.ts';

const work = '100,000 reservations that end within a second, and 400 that end one by one';
const count = 100_000;
const trickle = 400;
const { rounds, only, output } = readOptions({
  seconds: 1,
  rounds: 3,
  concurrencies: [1],
  only: [],
  output: fileURLToPath(new URL('../results/expiry.json', import.meta.url)),
});

const machine = describeMachine();
const contenders = await Promise.all(['linework', 'bullmq', 'baseline'].map(load));
const chosen = contenders.filter(({ name }) => only.length === 0 || only.includes(name));
const figuresByName = new Map<string, ExpiryFigures[]>(chosen.map(({ name }) => [name, []]));
for (let round = 0; round < rounds; round += 1) {
  for (const at of chosen.keys()) {
    const contender = chosen[(at + round) % chosen.length];
    if (contender === undefined) continue;
    const figures = await runTurn(contender.file);
    figuresByName.get(contender.name)?.push(figures);
    console.error(`round ${round + 1}: ${contender.name}: ${JSON.stringify(figures)}`);
  }
}

const comparisons = chosen.map(({ name, records }) => ({ name, records, ...summarize(figuresByName.get(name) ?? []) }));
const thresholds = comparisons.filter(({ name }) => name === 'Linework').flatMap(buildThresholds);
const versions = Object.assign({}, ...[...figuresByName.values()].flat().map((figures) => figures.versions));
writeResults(output, {
  benchmark: 'expiry',
  work,
  machine,
  versions,
  options: { count, trickle, rounds },
  comparisons,
  thresholds,
});

console.log(
  markdownTable(
    ['contender', 'reservations/s', 'CPU-ms each', 'late p50 ms', 'late p99 ms'],
    comparisons.map(({ name, perSecond, cpuMsPerUnit, lateP50Ms, lateP99Ms }) => [
      name,
      ...[perSecond, cpuMsPerUnit, lateP50Ms, lateP99Ms].map((figure) => (figure ? formatSpread(figure) : 'n/a')),
    ]),
  ),
);
console.log(
  `\n${markdownTable(
    ['threshold', 'measured', 'met'],
    thresholds.map(({ description, measured, isMet }) => [description, measured, isMet ? 'yes' : 'no']),
  )}`,
);

async function load(name: string) {
  const file = new URL(`${name}.ts`, import.meta.url).href;
  const { contender } = (await import(file)) as { contender: ExpiryContender };
  return { file, name: contender.name, records: contender.records };
}

async function runTurn(file: string): Promise<ExpiryFigures> {
  const child = fork(
    fileURLToPath(new URL('measure.ts', import.meta.url)),
    [JSON.stringify({ file, count, trickle })],
    { execArgv: ['--no-deprecation'] },
  );
  let figures: ExpiryFigures | undefined;
  child.once('message', (message) => {
    figures = message as ExpiryFigures;
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0 || figures === undefined) throw new Error(`${file} ended with ${code} instead of figures`);
  return figures;
}

function summarize(figures: readonly ExpiryFigures[]) {
  const late = figures.flatMap(({ lateness }) => (lateness ? [lateness] : []));
  return {
    perSecond: spread(figures.map(({ perSecond }) => perSecond)),
    cpuMsPerUnit: spread(figures.map(({ cpuMsPerUnit }) => cpuMsPerUnit)),
    ...(late.length > 0 && {
      lateP50Ms: spread(late.map(({ p50Ms }) => p50Ms)),
      lateP99Ms: spread(late.map(({ p99Ms }) => p99Ms)),
    }),
  };
}

function buildThresholds({ perSecond, lateP99Ms }: ReturnType<typeof summarize>) {
  const late = lateP99Ms?.median ?? Number.POSITIVE_INFINITY;
  return [
    {
      description: '50,000 reservations/s',
      measured: formatNumber(perSecond.median),
      isMet: perSecond.median >= 50_000,
    },
    {
      description: 'one by one, late by less than 500 ms at p99',
      measured: `${formatNumber(late)} ms`,
      isMet: late < 500,
    },
  ];
}
