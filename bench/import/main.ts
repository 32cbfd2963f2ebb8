import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { exitWithMessage } from '../harness/exit-with-message.ts';
import { formatSpread } from '../harness/format-figures.ts';
import { describeMachine } from '../harness/machine.ts';
import { markdownTable } from '../harness/markdown-table.ts';
import { writeResults } from '../harness/results-file.ts';
import { type Spread, spread } from '../harness/statistics.ts';
import { describeThresholds } from '../harness/threshold.ts';
import { copyRows } from './baseline.ts';
import { atomicImport, streamingImport } from './linework.ts';
import type { ImportMethod, MeasuredImport } from './measured-import.ts';

const methods: Readonly<Record<string, ImportMethod>> = {
  'Linework, streaming': streamingImport,
  'Linework, atomic': atomicImport,
  'baseline: COPY': copyRows,
};
const { rows, rounds, output } = options();
const work =
  `a file of ${rows.toLocaleString('en')} mobile numbers into an empty pool, with states, events, counters and all ` +
  'indexes, durable';
const machine = describeMachine();
const turns = new Map<string, MeasuredImport[]>(Object.keys(methods).map((name) => [name, []]));
for (let round = 0; round < rounds; round += 1) {
  const names = Object.keys(methods);
  for (const name of [...names.slice(round % names.length), ...names.slice(0, round % names.length)]) {
    const turn = (await methods[name]?.(rows)) as MeasuredImport;
    turns.get(name)?.push(turn);
    console.error(
      `round ${round + 1}: ${name}: ${turn.rowsPerSecond.toFixed(0)} rows/s, ${turn.peakMib?.toFixed(0) ?? '-'} MiB`,
    );
  }
}

const figures = [...turns].map(([name, all]) => summarize(name, all));
const [streaming, , baseline] = figures;
const thresholds = [
  buildThreshold('20,000 rows/s', streaming?.rowsPerSecond.median, (measured) => measured >= 20_000),
  buildThreshold('process memory under 200 MiB', streaming?.peakMib?.max, (measured) => measured < 200),
];
writeResults(output, { benchmark: 'import', work, machine, options: { rows, rounds }, figures, thresholds });

console.log(`\nOne unit: ${work}.\n`);
console.log(markdownTable(['method', 'rows/s', 'CPU-ms/1,000 rows', 'peak MiB', 'of the baseline'], figures.map(line)));
console.log(`\n${describeThresholds(thresholds)}`);

interface Figures {
  readonly name: string;
  readonly rowsPerSecond: Spread;
  readonly cpuMsPerThousand: Spread;
  readonly peakMib?: Spread;
}

function summarize(name: string, all: readonly MeasuredImport[]): Figures {
  const peaks = all.flatMap(({ peakMib }) => (peakMib === undefined ? [] : [peakMib]));
  return {
    name,
    rowsPerSecond: spread(all.map(({ rowsPerSecond }) => rowsPerSecond)),
    cpuMsPerThousand: spread(all.map(({ cpuMsPerThousand }) => cpuMsPerThousand)),
    ...(peaks.length > 0 && { peakMib: spread(peaks) }),
  };
}

function line({ name, rowsPerSecond, cpuMsPerThousand, peakMib }: Figures): string[] {
  const share = baseline ? `${Math.round((rowsPerSecond.median * 100) / baseline.rowsPerSecond.median)} %` : '';
  return [
    name,
    formatSpread(rowsPerSecond),
    formatSpread(cpuMsPerThousand),
    peakMib ? formatSpread(peakMib) : 'n/a',
    share,
  ];
}

function buildThreshold(description: string, measured = Number.NaN, check: (measured: number) => boolean) {
  return { description, measured: `${Math.round(measured)}`, isMet: check(measured) };
}

function options() {
  const path = fileURLToPath(new URL('../results/import.json', import.meta.url));
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '1000000' },
      rounds: { type: 'string', default: '3' },
      output: { type: 'string', default: path },
    },
  });
  const [rows, rounds] = [Number(values.rows), Number(values.rounds)];
  if (!(Number.isInteger(rows) && rows > 0 && Number.isInteger(rounds) && rounds > 0))
    exitWithMessage('--rows and --rounds must be whole numbers above 0.');
  return { rows, rounds, output: values.output };
}
