import { type Comparison, compare } from './compare.ts';
import type { Contender } from './contender.ts';
import { formatSpread } from './format-figures.ts';
import { describeMachine } from './machine.ts';
import { markdownTable } from './markdown-table.ts';
import { readOptions } from './options.ts';
import { processTimeMethod } from './process-time.ts';
import { writeResults } from './results-file.ts';
import type { Threshold } from './threshold.ts';

export interface Benchmark {
  readonly name: string;
  /** Describes one unit of work. */
  readonly work: string;
  /** The names of the units in the table. */
  readonly unit: { readonly one: string; readonly many: string };
  /** The modules that each export a `contender`. */
  readonly contenders: readonly URL[];
  readonly concurrencies: readonly number[];
  readonly output: string;
  readonly thresholds: (comparisons: readonly Comparison[]) => readonly Threshold[];
}

/** Measures the contenders with the options of the command line, writes the results and prints them as tables. */
export async function runBenchmark({
  name: benchmark,
  work,
  unit,
  contenders: files,
  concurrencies,
  output: defaultOutput,
  thresholds,
}: Benchmark): Promise<void> {
  const options = readOptions({
    seconds: 8,
    rounds: 3,
    concurrencies: [...concurrencies],
    only: [],
    output: defaultOutput,
  });
  const machine = describeMachine();
  const { comparisons, versions } = await compare([...files], options);
  const verdicts = thresholds(comparisons);
  const { output, ...settings } = options;
  const records = await readRecords(files);
  writeResults(output, {
    benchmark,
    work,
    machine,
    versions,
    options: settings,
    records,
    comparisons,
    thresholds: verdicts,
  });

  console.log(`\nOne unit: ${work}.\n`);
  console.log(
    markdownTable(
      ['contender', 'clients', `${unit.many}/s`, 'p50 ms', 'p99 ms', `CPU-ms/${unit.one}`, `commits/${unit.one}`],
      comparisons.map(row),
    ),
  );
  console.log(
    `\nMedian of ${options.rounds} rounds of ${options.seconds} s in turn (min-max). CPU: ${processTimeMethod}. ` +
      'Commits: transactions that wrote.',
  );
  console.log(
    `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGib} GiB; ${Object.entries(versions)
      .map((entry) => entry.join(' '))
      .join(', ')}, Node ${machine.node}.`,
  );
  if (verdicts.length > 0) {
    console.log(
      `\n${markdownTable(
        ['threshold', 'measured', 'met'],
        verdicts.map(({ description, measured, isMet }) => [description, measured, isMet ? 'yes' : 'no']),
      )}`,
    );
  }
}

function row({ name, clients, perSecond, p50Ms, p99Ms, cpuMsPerUnit, commitsPerUnit }: Comparison): string[] {
  const figures = [perSecond, p50Ms, p99Ms, cpuMsPerUnit].map(formatSpread);
  return [name, String(clients), ...figures, commitsPerUnit === undefined ? 'n/a' : formatSpread(commitsPerUnit)];
}

/** Reads what each contender records, because the figures cannot be judged without it. */
async function readRecords(files: readonly URL[]): Promise<Record<string, string>> {
  const loaded = await Promise.all(
    files.map(async ({ href }) => ((await import(href)) as { contender: Contender }).contender),
  );
  return Object.fromEntries(loaded.map(({ name, records }) => [name, records]));
}
