import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Contender } from './contender.ts';
import { exitWithMessage } from './exit-with-message.ts';
import type { Measurement, TurnResult } from './measurement.ts';
import type { Options } from './options.ts';
import { type Spread, spread } from './statistics.ts';

const measuringProcess = fileURLToPath(new URL('measure-contender.ts', import.meta.url));

/** One contender at one concurrency, over all rounds. */
export interface Comparison {
  readonly name: string;
  readonly clients: number;
  readonly perSecond: Spread;
  readonly p50Ms: Spread;
  readonly p99Ms: Spread;
  readonly cpuMsPerUnit: Spread;
  readonly commitsPerUnit?: Spread;
}

export interface Compared {
  readonly comparisons: readonly Comparison[];
  readonly versions: Readonly<Record<string, string>>;
}

/**
 * Runs every contender in every round, alone on the machine. Each round starts with another contender, so that a drift
 * of the machine affects all of them. Returns one comparison per contender and concurrency, in the order of `files`.
 */
export async function compare(files: readonly URL[], options: Options): Promise<Compared> {
  const contenders = await chooseContenders(files, options.only);
  const measured = new Map<string, Measurement[]>(contenders.map(({ name }) => [name, []]));
  let versions: Record<string, string> = {};

  for (let round = 0; round < options.rounds; round += 1) {
    for (const { name, file } of rotate(contenders, round)) {
      const result = await runTurn(file, options);
      measured.get(name)?.push(...result.measurements);
      versions = { ...versions, ...result.versions };
      console.error(`round ${round + 1}: ${name}: ${result.measurements.map(formatMeasurement).join(', ')}`);
    }
  }

  const comparisons = contenders.flatMap(({ name }) =>
    options.concurrencies.map((clients) => summarize(name, clients, measured.get(name) ?? [])),
  );
  return { comparisons, versions };
}

interface ChosenContender {
  readonly name: string;
  readonly file: URL;
}

async function chooseContenders(files: readonly URL[], only: readonly string[]): Promise<ChosenContender[]> {
  const all = await Promise.all(
    files.map(async (file) => ({ name: ((await import(file.href)) as { contender: Contender }).contender.name, file })),
  );
  const unknown = only.filter((name) => !all.some((contender) => contender.name === name));
  if (unknown.length > 0)
    exitWithMessage(`--only must be among ${all.map(({ name }) => name).join(', ')}; unknown: ${unknown.join(', ')}.`);
  return only.length === 0 ? all : all.filter(({ name }) => only.includes(name));
}

function rotate<Item>(items: readonly Item[], by: number): Item[] {
  const first = by % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}

async function runTurn(file: URL, { concurrencies, seconds }: Options): Promise<TurnResult> {
  const turn = JSON.stringify({ contenderFile: file.href, concurrencies, seconds });
  const child = fork(measuringProcess, [turn], {
    env: { ...process.env, NODE_ENV: 'production' },
    // Deprecation warnings of the peers do not concern the reader of the figures.
    execArgv: ['--no-deprecation'],
  });
  let result: TurnResult | undefined;
  child.once('message', (message) => {
    result = message as TurnResult;
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0 || result === undefined) throw new Error(`${file.pathname} exited with ${code} without figures`);
  return result;
}

function formatMeasurement({ clients, perSecond, cpuMsPerUnit }: Measurement): string {
  return `${clients} clients ${perSecond.toFixed(0)}/s ${cpuMsPerUnit.toFixed(2)} CPU-ms`;
}

function summarize(name: string, clients: number, all: readonly Measurement[]): Comparison {
  const rounds = all.filter((measurement) => measurement.clients === clients);
  const commits = rounds.flatMap(({ commitsPerUnit }) => (commitsPerUnit === undefined ? [] : [commitsPerUnit]));
  return {
    name,
    clients,
    perSecond: spread(rounds.map(({ perSecond }) => perSecond)),
    p50Ms: spread(rounds.map(({ p50Ms }) => p50Ms)),
    p99Ms: spread(rounds.map(({ p99Ms }) => p99Ms)),
    cpuMsPerUnit: spread(rounds.map(({ cpuMsPerUnit }) => cpuMsPerUnit)),
    ...(commits.length > 0 ? { commitsPerUnit: spread(commits) } : {}),
  };
}
