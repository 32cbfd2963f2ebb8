import { fileURLToPath } from 'node:url';
import { formatNumber, formatSpread } from '../harness/format-figures.ts';
import { describeMachine } from '../harness/machine.ts';
import { markdownTable } from '../harness/markdown-table.ts';
import { readOptions } from '../harness/options.ts';
import { writeResults } from '../harness/results-file.ts';
import { spread } from '../harness/statistics.ts';
import { describeThresholds } from '../harness/threshold.ts';
import type { RequestCounts } from './broker-a.ts';
import { type BrokerBFigures, maxBlocks, measureBrokerB } from './broker-b.ts';
import { loads } from './loads.ts';
import { runUnderLoad } from './run-under-load.ts';
import { startWorld } from './world.ts';

const output = fileURLToPath(new URL('../results/neighbour.json', import.meta.url));
const options = readOptions({ seconds: 10, rounds: 3, concurrencies: [1], only: [], output });
const work =
  'GET /orders, POST /lines/{id}/block and a webhook of broker B, alone and while broker A sends as much as its ' +
  'limits allow';
const ratioLimit = 3;
/** What a client of B still takes for normal, in milliseconds. */
const limitsMs = { list: 500, block: 250, webhook: 2_000 } as const;
const kinds = ['list', 'block', 'webhook'] as const;

interface Turn {
  readonly load: string;
  readonly quiet: BrokerBFigures;
  readonly loaded: BrokerBFigures;
  readonly requestCounts: RequestCounts;
}

const machine = describeMachine();
const loadNames = Object.keys(loads).filter(
  (name) => options.only.length === 0 || options.only.some((words) => name.includes(words)),
);
const world = await startWorld(maxBlocks(options.seconds * (2 * options.rounds * loadNames.length + 1)));
const turns: Turn[] = [];
try {
  const measure = measureBrokerB(world.b);
  await measure(options.seconds);
  for (let round = 0; round < options.rounds; round += 1) {
    for (const load of loadNames) turns.push(await runTurn(load, () => measure(options.seconds)));
  }
} finally {
  await world.stop();
}

const figures = loadNames.flatMap((load) => kinds.map((request) => summarize(load, request)));
const thresholds = figures.map(({ load, request, ratio, p99Ms }) => ({
  description:
    `p99 of a ${request} of B during ${load} of A under ${ratioLimit} times its quiet value and under ` +
    `${limitsMs[request]} ms`,
  measured: `${formatNumber(ratio.median)} times, ${formatNumber(p99Ms.median)} ms`,
  isMet: ratio.median < ratioLimit && p99Ms.median < limitsMs[request],
}));
const { seconds, rounds } = options;
const versions = { PostgreSQL: world.postgres };
writeResults(options.output, {
  benchmark: 'neighbour',
  work,
  machine,
  versions,
  options: { seconds, rounds },
  figures,
  turns,
  thresholds,
});

console.log(`\nOne unit: ${work}.\n`);
console.log(
  markdownTable(
    ['A sends', 'B sends', 'quiet p50 ms', 'quiet p99 ms', 'p50 ms', 'p99 ms', 'times the quiet p99'],
    figures.map(line),
  ),
);
console.log(`\n${describeThresholds(thresholds)}`);

/** Measures B alone and right afterwards under the load of A, so that both are measured under the same conditions. */
async function runTurn(load: string, measure: () => Promise<BrokerBFigures>): Promise<Turn> {
  const quiet = await measure();
  const { result: loaded, requestCounts } = await runUnderLoad(
    { a: world.a, parts: loads[load] ?? [], turn: turns.length },
    measure,
  );
  const change = kinds.map(
    (kind) => `${kind} ${formatNumber(quiet[kind].p99Ms)}, then ${formatNumber(loaded[kind].p99Ms)} ms`,
  );
  console.error(`${load}: p99 of a ${change.join('; ')}; A ${JSON.stringify(requestCounts)}`);
  return { load, quiet, loaded, requestCounts };
}

function summarize(load: string, request: (typeof kinds)[number]) {
  const own = turns.filter((turn) => turn.load === load);
  const over = (figure: (turn: Turn) => number) => spread(own.map(figure));
  return {
    load,
    request,
    quietP50Ms: over(({ quiet }) => quiet[request].p50Ms),
    quietP99Ms: over(({ quiet }) => quiet[request].p99Ms),
    p50Ms: over(({ loaded }) => loaded[request].p50Ms),
    p99Ms: over(({ loaded }) => loaded[request].p99Ms),
    ratio: over(({ quiet, loaded }) => loaded[request].p99Ms / quiet[request].p99Ms),
  };
}

function line({ load, request, quietP50Ms, quietP99Ms, p50Ms, p99Ms, ratio }: ReturnType<typeof summarize>): string[] {
  return [load, request, ...[quietP50Ms, quietP99Ms, p50Ms, p99Ms, ratio].map(formatSpread)];
}
