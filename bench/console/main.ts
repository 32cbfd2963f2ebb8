import { fileURLToPath } from 'node:url';
import { openDb } from '@linework/db/db';
import { migrate } from '@linework/db/migrate';
import { manyResources } from '@linework/testing/volume/many-resources';
import { openPage, startBrowser } from '../../apps/console/test/a-browser.ts';
import { type Night, password, plainNames, startNight } from '../../apps/console/test/a-night.ts';
import { buildConsole } from '../../apps/console/test/build-console.ts';
import { formatNumber, formatSpread } from '../harness/format-figures.ts';
import { describeMachine } from '../harness/machine.ts';
import { markdownTable } from '../harness/markdown-table.ts';
import { readOptions } from '../harness/options.ts';
import { writeResults } from '../harness/results-file.ts';
import { spread } from '../harness/statistics.ts';
import { describeThresholds } from '../harness/threshold.ts';
import { failPastOrders } from '../services/fail-past-orders.ts';
import { insertPastOrders } from '../services/insert-past-orders.ts';
import { startPostgres } from '../services/postgres.ts';
import { consolePages } from './console-pages.ts';
import { type Visit, visitPage } from './measure-page.ts';

const output = fileURLToPath(new URL('../results/console.json', import.meta.url));
// A concurrency is here a number of orders of the past year.
const options = readOptions({ seconds: 1, rounds: 5, concurrencies: [1_000_000], only: [], output });
const [pastCount = 0] = options.concurrencies;
const resourceCount = 1_000_000;
const limits = { firstDataMs: 1_000, groupingMs: 1_000, searchMs: 100 };

const machine = describeMachine();
await using started = new AsyncDisposableStack();
const postgres = await startPostgres();
started.defer(() => postgres.stop());
await migrate(postgres.url);
const db = openDb({ url: postgres.url, statementTimeoutMs: 600_000 });
await manyResources(db, resourceCount);
const built = await buildConsole();
started.defer(() => built.remove());
const night = await startNight(built.folder, plainNames, postgres.url);
started.defer(() => night.close());
const failedCount = await fill(night);
await db.close();

const browser = await startBrowser();
started.defer(() => browser.close());
const { page } = await openPage(browser, { width: 1_440, height: 900 });
const url = night.system.api.adminUrl;
await signIn();
const pages = consolePages(night).filter(({ name }) => options.only.length === 0 || options.only.includes(name));
const visits = new Map<string, Visit[]>(pages.map(({ name }) => [name, []]));
// The first round warms the caches of the database and of the browser.
for (let round = 0; round <= options.rounds; round += 1) {
  for (const one of pages) {
    const visit = await visitPage(page, url, one);
    if (round > 0) visits.get(one.name)?.push(visit);
    console.error(`${one.name}: ${JSON.stringify(visit)}`);
  }
}

const figures = [...visits].map(([name, all]) => ({
  name,
  firstDataMs: spread(all.map(({ firstDataMs }) => firstDataMs)),
  slowestMs: spread(all.map(({ slowestMs }) => slowestMs)),
  slowest: all[0]?.slowest ?? '',
}));
const thresholds = [
  ...figures.map(({ name, firstDataMs }) => verdict(`first data of ${name}`, firstDataMs.median, limits.firstDataMs)),
  ...figures
    .filter(({ name }) => name === 'incidents')
    .map(({ slowestMs }) => verdict('grouping at the server', slowestMs.median, limits.groupingMs)),
  ...figures
    .filter(({ slowest }) => slowest === '/search')
    .map(({ name, slowestMs }) => verdict(`${name} at the server`, slowestMs.median, limits.searchMs)),
];
const work =
  `a page of the console with ${pastCount} orders of the past year, of which ${failedCount} failed, and ` +
  `${resourceCount} resources`;
const versions = { PostgreSQL: postgres.version, Chromium: browser.version() };
// The path of the file belongs to this machine.
const { output: file, ...written } = options;
writeResults(file, { benchmark: 'console', work, machine, versions, options: written, figures, thresholds });

console.log(`\nOne unit: ${work}.\n`);
console.log(
  markdownTable(
    ['page', 'first data ms', 'slowest request ms', 'slowest request'],
    figures.map(({ name, firstDataMs, slowestMs, slowest }) => [
      name,
      formatSpread(firstDataMs),
      formatSpread(slowestMs),
      slowest,
    ]),
  ),
);
console.log(`\n${describeThresholds(thresholds)}`);

async function fill({ system }: Night): Promise<number> {
  const { brokerId } = await system.db.prisma.line.findUniqueOrThrow({
    where: { id: night.lineId },
    select: { brokerId: true },
  });
  const lines = await system.lines(1_000);
  const types = ['LINE_BLOCK', 'LINE_UNBLOCK', 'LINE_ACTIVATE', 'LINE_SIM_SWAP'];
  await insertPastOrders(db.pool, { brokerId, lineIds: lines.map(({ id }) => id), types }, pastCount);
  return failPastOrders(db.pool);
}

async function signIn(): Promise<void> {
  await page.goto(`${url}/console/orders`);
  await page.getByLabel('Name').fill(plainNames.person);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Orders' }).waitFor();
}

function verdict(description: string, medianMs: number, limitMs: number) {
  return {
    description: `${description} below ${limitMs} ms`,
    measured: `${formatNumber(medianMs)} ms`,
    isMet: medianMs < limitMs,
  };
}
