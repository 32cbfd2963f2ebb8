import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { lineworkClient } from '@linework/testing/processes/linework-client';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { type RunningCell, startCell } from '../../campaign/cell/start-cell.ts';
import { formatNumber } from '../harness/format-figures.ts';
import { describeMachine } from '../harness/machine.ts';
import { markdownTable } from '../harness/markdown-table.ts';
import { readOptions } from '../harness/options.ts';
import { processTimeMs } from '../harness/process-time.ts';
import { writeResults } from '../harness/results-file.ts';
import { percentile, spread } from '../harness/statistics.ts';
import { type BrokerWithLines, type Fleet, startFleet } from '../services/fleet.ts';

const output = fileURLToPath(new URL('../results/fleet.json', import.meta.url));
const {
  seconds,
  rounds,
  concurrencies,
  output: file,
} = readOptions({
  seconds: 10,
  rounds: 2,
  concurrencies: [64],
  only: [],
  output,
});
const clients = concurrencies[0] as number;
const work = `${clients} clients block and unblock lines behind one haproxy, each order to its end`;
const sizes = [1, 2].flatMap((apis) => [1, 2, 4].map((workers) => ({ apis, workers })));
const warmUpMs = 3_000;

interface Round {
  readonly apis: number;
  readonly workers: number;
  readonly ordersPerSecond: number;
  /** From the request to COMPLETED. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of the processor time of all processes of the run: that of PostgreSQL. */
  readonly databaseShare: number;
}

const machine = describeMachine();
const measured: Round[] = [];
let versions: Readonly<Record<string, string>> = {};
for (let round = 0; round < rounds; round += 1)
  for (const size of round % 2 === 0 ? sizes : sizes.toReversed()) {
    const figures = { ...size, ...(await measureFleet(size)) };
    console.error(`round ${round + 1}: ${JSON.stringify(figures)}`);
    measured.push(figures);
  }

const figures = sizes.map((size) => {
  const own = measured.filter(({ apis, workers }) => apis === size.apis && workers === size.workers);
  const over = (figure: (round: Round) => number) => spread(own.map(figure));
  return {
    ...size,
    ordersPerSecond: over(({ ordersPerSecond }) => ordersPerSecond),
    p50Ms: over(({ p50Ms }) => p50Ms),
    p99Ms: over(({ p99Ms }) => p99Ms),
    databaseShare: over(({ databaseShare }) => databaseShare),
  };
});
writeResults(file, {
  benchmark: 'fleet',
  work,
  machine,
  versions,
  options: { seconds, rounds, clients },
  figures,
  rounds: measured,
});
console.log(`\nOne unit: ${work}.\n`);
console.log(
  markdownTable(
    ['APIs', 'workers', 'orders/s', 'p50 ms', 'p99 ms', "PostgreSQL's share of the processor time"],
    figures.map(({ apis, workers, ordersPerSecond, p50Ms, p99Ms, databaseShare }) => [
      String(apis),
      String(workers),
      ...[ordersPerSecond, p50Ms, p99Ms].map(({ median }) => formatNumber(median)),
      `${Math.round(100 * databaseShare.median)} %`,
    ]),
  ),
);

async function measureFleet(size: { readonly apis: number; readonly workers: number }) {
  const fleet = await startFleet(size);
  versions = fleet.versions;
  const broker = await fleet.aBrokerWithLines(20 * clients);
  const balancer = await startBalancer(fleet, broker);
  try {
    return await loadFleet(balancer, broker, await findPostmaster(fleet));
  } finally {
    await balancer.stop();
    await fleet.stop();
  }
}

function publicUrlOf({ cell }: RunningCell): string {
  return `http://${cell.hosts[0]?.address}:${cell.ports.public}`;
}

/** The haproxy that `npm run cell` renders, before the APIs of the fleet. */
async function startBalancer({ urls }: Fleet, { key }: BrokerWithLines): Promise<RunningCell> {
  const otherCells = { a: urls.map((url) => new URL(url).host) };
  const own = { name: 'front', defaultCell: 'a', otherCells, requestsPerSecond: 100_000 };
  const balancer = await startCell(own, ['haproxy']);
  await waitUntil('haproxy leads to an API', () =>
    lineworkClient(publicUrlOf(balancer), key)
      .send('GET', '/lines?limit=1')
      .then(
        ({ status }) => status === 200,
        () => false,
      ),
  );
  return balancer;
}

async function findPostmaster({ db }: Fleet): Promise<number> {
  const { rows } = await db.pool.query<{ data_directory: string }>('SHOW data_directory');
  return Number(readFileSync(`${rows[0]?.data_directory}/postmaster.pid`, 'utf8').split('\n', 1)[0]);
}

/** Each client has lines of its own, and waits for the end of its order. */
async function loadFleet(balancer: RunningCell, { key, lineIds }: BrokerWithLines, postmaster: number) {
  const client = lineworkClient(publicUrlOf(balancer), key);
  const own = lineIds.length / clients;
  let isOver = false;
  let times: number[] = [];
  const working = Array.from({ length: clients }, async (_, of) => {
    for (let at = 0; !isOver; at += 1) {
      const lineId = lineIds[of * own + (at % own)] as string;
      const kind = Math.floor(at / own) % 2 === 0 ? 'block' : 'unblock';
      const from = performance.now();
      const orderId = await client.placeOrder(kind, lineId);
      for (let status = ''; status !== 'COMPLETED'; ) {
        const { text } = await client.send('GET', `/orders/${orderId}?waitSeconds=10`);
        ({ status } = JSON.parse(text) as { status: string });
        if (status === 'FAILED') throw new Error(`order ${orderId} is ${status}`);
      }
      times.push(performance.now() - from);
    }
  });
  await sleep(warmUpMs);
  times = [];
  const [fromMs, all, database] = [performance.now(), processTimeMs(process.pid), processTimeMs(postmaster)];
  await sleep(seconds * 1_000);
  const [tookMs, done] = [performance.now() - fromMs, times];
  const databaseMs = processTimeMs(postmaster) - database;
  const allMs = processTimeMs(process.pid) - all;
  isOver = true;
  await Promise.all(working);
  return {
    ordersPerSecond: done.length / (tookMs / 1_000),
    p50Ms: percentile(done, 50),
    p99Ms: percentile(done, 99),
    databaseShare: databaseMs / allMs,
  };
}
