import { fileURLToPath } from 'node:url';
import { openDb } from '@linework/db/db';
import { migrate } from '@linework/db/migrate';
import { aSubscription } from '@linework/testing/a-subscription';
import { anInvoice } from '@linework/testing/an-invoice';
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
import { insertCustomers } from '../services/insert-customers.ts';
import { insertPastOrders } from '../services/insert-past-orders.ts';
import { startPostgres } from '../services/postgres.ts';
import { startRedis } from '../services/redis.ts';
import { type CustomerOfPages, consolePages } from './console-pages.ts';
import { type Visit, visitPage } from './measure-page.ts';

const output = fileURLToPath(new URL('../results/console.json', import.meta.url));
// A concurrency is here a number of orders of the past year.
const options = readOptions({ seconds: 1, rounds: 5, concurrencies: [1_000_000], only: [], output });
const [pastCount = 0] = options.concurrencies;
const resourceCount = 1_000_000;
const customerCount = 1_000_000;
const limits = { firstDataMs: 1_000, groupingMs: 1_000, searchMs: 100, layoutShift: 0.05 };

const machine = describeMachine();
await using started = new AsyncDisposableStack();
const postgres = await startPostgres();
started.defer(() => postgres.stop());
await migrate(postgres.url);
const db = openDb({ url: postgres.url, statementTimeoutMs: 600_000 });
await manyResources(db, resourceCount);
const built = await buildConsole();
started.defer(() => built.remove());
const redis = await startRedis();
started.defer(() => redis.stop());
const night = await startNight(built.folder, plainNames, { databaseUrl: postgres.url, redisUrl: redis.url });
started.defer(() => night.close());
const failedCount = await fill(night);
const customer = await fillCustomers(night);
await db.close();

const browser = await startBrowser();
started.defer(() => browser.close());
const { page } = await openPage(browser, { width: 1_440, height: 900 });
const url = night.system.api.adminUrl;
await signIn();
const pages = consolePages(night, customer).filter(
  ({ name }) => options.only.length === 0 || options.only.includes(name),
);
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
  layoutShift: Math.max(...all.map(({ layoutShift }) => layoutShift)),
}));
const thresholds = [
  ...figures.map(({ name, firstDataMs }) => verdict(`first data of ${name}`, firstDataMs.median, limits.firstDataMs)),
  ...figures.map(({ name, layoutShift }) => ({
    description: `layout shift of ${name} below ${limits.layoutShift}`,
    measured: layoutShift.toFixed(3),
    isMet: layoutShift < limits.layoutShift,
  })),
  ...figures
    .filter(({ name }) => name === 'incidents')
    .map(({ slowestMs }) => verdict('grouping at the server', slowestMs.median, limits.groupingMs)),
  ...figures
    .filter(({ slowest }) => slowest === '/search')
    .map(({ name, slowestMs }) => verdict(`${name} at the server`, slowestMs.median, limits.searchMs)),
];
const work =
  `a page of the console with ${pastCount} orders of the past year, of which ${failedCount} failed, and ` +
  `${resourceCount} resources, and ${customerCount} holders with a line, a contract and an invoice each`;
const versions = { PostgreSQL: postgres.version, Chromium: browser.version() };
// The path of the file belongs to this machine.
const { output: file, ...written } = options;
writeResults(file, { benchmark: 'console', work, machine, versions, options: written, figures, thresholds });

console.log(`\nOne unit: ${work}.\n`);
console.log(
  markdownTable(
    ['page', 'first data ms', 'slowest request ms', 'slowest request', 'layout shift'],
    figures.map(({ name, firstDataMs, slowestMs, slowest, layoutShift }) => [
      name,
      formatSpread(firstDataMs),
      formatSpread(slowestMs),
      slowest,
      layoutShift.toFixed(3),
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

/** A customer of the broker, and many like it. */
async function fillCustomers({ system, brokerId }: Night): Promise<CustomerOfPages> {
  const [line] = await system.lines(1);
  const lineId = line?.id ?? '';
  const { holderId } = await system.db.prisma.line.findUniqueOrThrow({ where: { id: lineId } });
  await system.db.prisma.holder.update({ where: { id: holderId }, data: { name: 'Holder of the pages' } });
  const { id: subscriptionId } = await aSubscription(system.db, 'ACTIVE', {
    brokerId,
    customerId: holderId,
    lineIds: [lineId],
  });
  const { id: invoiceId } = await anInvoice(system.db, 'OVERDUE', { brokerId, customerId: holderId, subscriptionId });
  await insertCustomers(db.pool, { holderId, lineId, subscriptionId, invoiceId }, customerCount);
  return { holderId, subscriptionId, invoiceId };
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
