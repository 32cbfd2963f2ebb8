import { fileURLToPath } from 'node:url';
import { formatNumber } from '../harness/format-figures.ts';
import { describeMachine } from '../harness/machine.ts';
import { markdownTable } from '../harness/markdown-table.ts';
import { readOptions } from '../harness/options.ts';
import { writeResults } from '../harness/results-file.ts';
import { percentile } from '../harness/statistics.ts';
import { startFleet } from '../services/fleet.ts';
import { blockInBulk } from './many-lines-in-bulk.ts';
import { singleLines, type Times } from './single-lines.ts';

const lineCount = 20_000;
const names = { bulk: 'bulk operation of one line', request: 'single request' } as const;
const bulkWork = `${lineCount.toLocaleString('en')} lines in 100 bulk operations`;
const work = `one broker blocks ${bulkWork}, another one line at a time`;
const { seconds, rounds, output } = readOptions({
  seconds: 40,
  rounds: 3,
  concurrencies: [1],
  only: [],
  output: fileURLToPath(new URL('../results/fairness.json', import.meta.url)),
});

const machine = describeMachine();
const fleet = await startFleet();
const [many, single] = [await fleet.aBrokerWithLines(lineCount), await fleet.aBrokerWithLines(200)];
await singleLines(single, 5);

const quiet: Times[] = [];
const busy: Times[] = [];
const perSecond: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  quiet.push(await singleLines(single, seconds));
  const bulkWork = await blockInBulk(fleet, many);
  busy.push(await singleLines(single, seconds));
  const { completed, seconds: took } = await bulkWork.end();
  perSecond.push(completed / took);
  const figures = { quiet: summarize(quiet.slice(-1)), busy: summarize(busy.slice(-1)), perSecond: completed / took };
  console.error(`round ${round + 1}: ${JSON.stringify(figures)}`);
}
await fleet.stop();

const figures = { quiet: summarize(quiet), busy: summarize(busy), ordersPerSecondOfTheOther: perSecond };
const thresholds = (['bulk', 'request'] as const).map((kind) => {
  const ratio = figures.busy[kind].p99Ms / figures.quiet[kind].p99Ms;
  return {
    description: `${names[kind]}: p99 under 2 times its quiet value`,
    measured: formatNumber(ratio),
    isMet: ratio < 2,
  };
});
const { versions } = fleet;
writeResults(output, {
  benchmark: 'fairness',
  work,
  machine,
  versions,
  options: { seconds, rounds, lineCount },
  figures,
  thresholds,
});

console.log(`\nMs from the request to the end of one line: ${work}.\n`);
console.log(
  markdownTable(
    ['one line', 'quiet p50', 'quiet p99', 'busy p50', 'busy p99', 'samples'],
    (['bulk', 'request'] as const).map((kind) => {
      const [alone, loaded] = [figures.quiet[kind], figures.busy[kind]];
      return [
        names[kind],
        ...[alone.p50Ms, alone.p99Ms, loaded.p50Ms, loaded.p99Ms].map(formatNumber),
        `${alone.count} and ${loaded.count}`,
      ];
    }),
  ),
);
console.log(
  `\n${markdownTable(
    ['threshold', 'measured', 'met'],
    thresholds.map(({ description, measured, isMet }) => [description, measured, isMet ? 'yes' : 'no']),
  )}`,
);

function summarize(times: readonly Times[]) {
  const of = (all: readonly number[]) => ({
    count: all.length,
    p50Ms: percentile(all, 50),
    p99Ms: percentile(all, 99),
  });
  return { bulk: of(times.flatMap(({ bulk }) => bulk)), request: of(times.flatMap(({ request }) => request)) };
}
