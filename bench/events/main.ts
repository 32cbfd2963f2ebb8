import { fileURLToPath } from 'node:url';
import { createApiKey } from '@linework/api-keys/create-api-key';
import { openDb } from '@linework/db/db';
import { startApi } from '@linework/testing/processes/start-api';
import { formatNumber, formatSpread } from '../harness/format-figures.ts';
import { describeMachine } from '../harness/machine.ts';
import { markdownTable } from '../harness/markdown-table.ts';
import { readOptions } from '../harness/options.ts';
import { writeResults } from '../harness/results-file.ts';
import { percentile, spread } from '../harness/statistics.ts';
import { describeThresholds } from '../harness/threshold.ts';
import { type RunningLinework, startLinework } from '../orders/linework-with.ts';
import { placeAtRate } from './place-at-rate.ts';
import { readLags } from './read-lags.ts';

const output = fileURLToPath(new URL('../results/events.json', import.meta.url));
// A concurrency is here a rate: orders per second. At the first rate almost nothing happens.
const options = readOptions({ seconds: 10, rounds: 3, concurrencies: [10, 200, 1_000], only: [], output });
const work =
  'an event, from the start of its transaction until a client of the stream has it, while orders of three steps run';
const lagLimitMs = 500;

interface Round {
  readonly wanted: number;
  readonly ordersPerSecond: number;
  readonly eventsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

const machine = describeMachine();
const linework = await startLinework(0);
const rounds: Round[] = [];
try {
  const key = await createOperatorKey(linework.databaseUrl);
  const api = await startApi({ DATABASE_URL: linework.databaseUrl, CHECK_RESPONSES: 'false' });
  await runRound(linework, { url: api.url, key, rate: options.concurrencies.at(-1) ?? 0 });
  for (let round = 0; round < options.rounds; round += 1) {
    for (const rate of options.concurrencies) rounds.push(await runRound(linework, { url: api.url, key, rate }));
  }
  await api.stop();
} finally {
  await linework.stop();
}

const figures = options.concurrencies.map((wanted) => {
  const own = rounds.filter((round) => round.wanted === wanted);
  const over = (figure: (round: Round) => number) => spread(own.map(figure));
  return {
    wanted,
    ordersPerSecond: over(({ ordersPerSecond }) => ordersPerSecond),
    eventsPerSecond: over(({ eventsPerSecond }) => eventsPerSecond),
    p50Ms: over(({ p50Ms }) => p50Ms),
    p99Ms: over(({ p99Ms }) => p99Ms),
    maxMs: over(({ maxMs }) => maxMs),
  };
});
const thresholds = figures.map(({ wanted, ordersPerSecond, p99Ms }) => ({
  description:
    `p99 of the lag below ${lagLimitMs} ms at ${wanted} orders/s ` +
    `(${formatNumber(ordersPerSecond.median)} reached)`,
  measured: `${formatNumber(p99Ms.median)} ms`,
  isMet: p99Ms.median < lagLimitMs,
}));
// The path of the file belongs to this machine.
const { output: file, ...written } = options;
writeResults(file, {
  benchmark: 'events',
  work,
  machine,
  versions: linework.versions,
  options: written,
  figures,
  rounds,
  thresholds,
});

console.log(`\nOne unit: ${work}.\n`);
console.log(
  markdownTable(
    ['orders/s wanted', 'orders/s', 'events/s', 'p50 ms', 'p99 ms', 'max ms'],
    figures.map(({ wanted, ...all }) => [
      String(wanted),
      ...[all.ordersPerSecond, all.eventsPerSecond, all.p50Ms, all.p99Ms, all.maxMs].map(formatSpread),
    ]),
  ),
);
console.log(`\n${describeThresholds(thresholds)}`);

async function runRound(
  running: RunningLinework,
  { url, key, rate }: { readonly url: string; readonly key: string; readonly rate: number },
): Promise<Round> {
  const reader = await readLags(url, key);
  const placed = await placeAtRate(running, { rate, seconds: options.seconds });
  const lagsMs = await reader.stop();
  const round = {
    wanted: rate,
    ordersPerSecond: placed / options.seconds,
    eventsPerSecond: lagsMs.length / options.seconds,
    p50Ms: percentile(lagsMs, 50),
    p99Ms: percentile(lagsMs, 99),
    maxMs: Math.max(...lagsMs),
  };
  console.error(`${rate} orders/s wanted: ${JSON.stringify(round)}`);
  return round;
}

async function createOperatorKey(url: string): Promise<string> {
  const db = openDb({ url });
  const { key } = await createApiKey(db, { name: 'bench', scopes: ['operator', 'events:read'] });
  await db.close();
  return key;
}
