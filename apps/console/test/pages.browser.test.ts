import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { needs } from '@linework/testing/run/needs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clearPage, findBarriers, findMisplaced, openPage, startBrowser, type WatchedPage } from './a-browser.ts';
import { markupNames, type Night, password, plainNames, startNight } from './a-night.ts';
import { type BuiltConsole, buildConsole } from './build-console.ts';
import { itTellsOfOrders } from './order-cases.ts';
import { itImportsIntoPools } from './pool-import-cases.ts';
import { itHasPagesOfRecords, recordPages, unknownId } from './record-cases.ts';
import { itDoesByThePalette } from './shell-cases.ts';
import { answer, list, load, visit as visitPage } from './visit.ts';

needs('chromium', 'redis');

/** Set by `npm run pictures`, which keeps a picture of each page for the guides. */
const pictures = process.env['PICTURES_FOLDER'];
const names = pictures === undefined ? markupNames : plainNames;

interface PageCase {
  readonly name: string;
  readonly path: string;
  /** What is on the page when its data is there. */
  readonly shows: string | RegExp;
  /** The request without which it has nothing to show. */
  readonly needs: RegExp;
  /** What it says when that request finds nothing. A page of one record has no such state. */
  readonly empty?: string;
}

const pages = (): readonly PageCase[] => [
  {
    name: 'orders',
    path: '/orders',
    shows: 'HLR_UNKNOWN_SUBSCRIBER',
    needs: list('/order-rows'),
    empty: 'No order needs attention',
  },
  {
    name: 'order',
    path: `/orders/${night.failedOrderId}`,
    shows: /attempt 1 of \d+ of the step/,
    needs: /console\/api\/orders\/[\w-]+/,
  },
  {
    name: 'incidents',
    path: '/incidents',
    shows: 'HLR_UNKNOWN_SUBSCRIBER',
    needs: list('/order-groups'),
    empty: 'No order needs attention',
  },
  { name: 'batches', path: '/batches', shows: names.reason, needs: list('/bulk-operations'), empty: 'No batch yet' },
  {
    name: 'batch',
    path: `/batches/${night.batchId}`,
    shows: names.reason,
    needs: /console\/api\/bulk-operations\/[\w-]+/,
  },
  { name: 'line', path: `/lines/${night.lineId}`, shows: 'Blocking error', needs: /console\/api\/lines\/[\w-]+/ },
  {
    name: 'changed-line',
    path: `/lines/${night.changedLineId}`,
    shows: 'Controle 10 GB',
    needs: /console\/api\/lines\/[\w-]+$/,
  },
  {
    name: 'search',
    path: `/search?q=${night.lineId}`,
    shows: 'by its id',
    needs: list('/search'),
    empty: 'Nothing found',
  },
  { name: 'pools', path: '/pools', shows: 'São Paulo 11', needs: list('/inventory/pools'), empty: 'There is no pool' },
  ...recordPages(night),
  {
    name: 'webhooks',
    path: '/webhooks',
    shows: names.receiver,
    needs: list('/webhook-endpoints'),
    empty: 'No webhook endpoint',
  },
  {
    name: 'webhook-endpoint',
    path: `/webhooks/${night.endpointId}`,
    shows: 'Address',
    needs: /console\/api\/webhook-endpoints\/[\w-]+/,
  },
  { name: 'pauses', path: '/work', shows: 'Incident 4711', needs: list('/pauses'), empty: 'Nothing is paused' },
  {
    name: 'reports',
    path: '/reports',
    shows: 'Time to completion',
    needs: list('/order-report'),
    empty: 'No order in this period',
  },
  {
    name: 'audit',
    path: '/audit?actor=any',
    shows: 'Someone asked to run the failed order again',
    needs: list('/audit'),
    empty: 'Nobody did that',
  },
  { name: 'keys', path: '/keys', shows: names.key, needs: list('/api-keys'), empty: 'There is no key' },
  { name: 'people', path: '/people', shows: names.person, needs: list('/operators') },
  { name: 'roles', path: '/roles', shows: 'Cares for customers', needs: list('/roles') },
  { name: 'brokers', path: '/brokers', shows: names.broker, needs: list('/brokers'), empty: 'There is no broker' },
  {
    name: 'broker',
    path: `/brokers/${night.brokerId}`,
    shows: 'Those that need attention',
    needs: /console\/api\/brokers\/[\w-]+$/,
  },
  {
    name: 'unanswered',
    path: '/unanswered?status=WAITING',
    shows: 'Tax authority timeout',
    needs: list('/unanswered-calls'),
    empty: 'Every partner answers',
  },
  { name: 'overview', path: '/', shows: 'Largest incidents', needs: list('/order-groups') },
];
const pageNames = [
  'orders',
  'order',
  'incidents',
  'incident',
  'batches',
  'batch',
  'line',
  'changed-line',
  'search',
  'pools',
  'pool',
  'resource',
  'removed-resource',
  'delivery',
  'webhooks',
  'webhook-endpoint',
  'pauses',
  'reports',
  'audit',
  'keys',
  'people',
  'roles',
  'brokers',
  'broker',
  'unanswered',
  'overview',
];

let built: BuiltConsole;
let night: Night;
let browser: Browser;
let watched: WatchedPage;

const caseOf = (name: string): PageCase => {
  const found = pages().find((page) => page.name === name);
  if (found === undefined) throw new Error(`There is no page ${name}.`);
  return found;
};

/** Goes to a page as a link does, without loading the console again. */
const visit = (page: Page, path: string): Promise<void> => visitPage(page, night, path);

const problem = {
  type: 'https://x.example/internal-server-error',
  title: 'Internal server error',
  status: 500,
  detail: 'The server could not answer.',
  code: 'internal',
};
const nothing = {
  items: [],
  meta: { total: 0, page: 1, pageSize: 100, totalPages: 0, orderCount: 0, windowFrom: new Date(0).toISOString() },
};

describe('the pages of the console', () => {
  beforeAll(async () => {
    built = await buildConsole();
    night = await startNight(built.folder, names);
    browser = await startBrowser();
    watched = await openPage(browser);
    await visit(watched.page, '/orders');
    await watched.page.getByLabel('Name').fill(names.person);
    await watched.page.getByLabel('Password').fill(password);
    await watched.page.keyboard.press('Enter');
    await watched.page.getByRole('heading', { name: 'Orders' }).waitFor();
    if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
  });

  afterAll(async () => {
    await browser?.close();
    await night?.close();
    built?.remove();
  });

  afterEach(() => clearPage(watched.page));

  it.each(pageNames)(
    '%s shows its data without a barrier, in light and dark, and fits a narrow screen',
    async (name) => {
      const { page } = watched;
      const { path, shows } = caseOf(name);
      await visit(page, path);
      await page.getByText(shows).first().waitFor();
      await page.getByText('Live', { exact: true }).waitFor();
      // A page of two lists is shown when the second is there.
      await expect.poll(() => page.getByText(/^Loading .* …$/).count()).toBe(0);
      if (pictures !== undefined) await page.waitForLoadState('networkidle');
      if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`) });
      expect(await findBarriers(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await findBarriers(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 390, height: 844 });
      await expect.poll(() => findMisplaced(page)).toEqual([]);
      expect(await findBarriers(page)).toEqual([]);
      await page.setViewportSize({ width: 1_280, height: 800 });
      // Names of people, brokers, receivers and keys have markup.
      expect(await page.locator('i, main script').count()).toBe(0);
    },
  );

  it.each(pageNames)('%s says that the server failed, and asks again', async (name) => {
    const { page } = watched;
    const { path, shows, needs } = caseOf(name);
    await answer(page, needs, 500, problem);
    // What it has read before would still be shown.
    await load(page, night, path);
    await page.getByRole('alert').getByText('Internal server error').first().waitFor();
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    await page.unroute(needs);
    await page.getByRole('button', { name: 'Ask again' }).first().click();
    await page.getByText(shows).first().waitFor();
  });

  it('that have nothing to show say what that means', async () => {
    const { page } = watched;
    for (const { path, needs, empty } of pages()) {
      if (empty === undefined) continue;
      await answer(page, needs, 200, nothing);
      // What it has read before would still be shown.
      await load(page, night, path);
      await page.getByText(empty).waitFor();
      await page.unroute(needs);
    }
  });

  itHasPagesOfRecords(() => ({ page: watched.page, night, names }));

  it.each(['orders', 'audit', 'webhooks', 'batch'])(
    '%s reads more than one page of its list, by the links',
    async (name) => {
      const { page } = watched;
      await page.route(/[?&]limit=100/, (route) =>
        route.continue({ url: route.request().url().replace('limit=100', 'limit=2') }),
      );
      await load(page, night, caseOf(name).path);
      await expect.poll(() => page.getByRole('grid').last().getByRole('row').count()).toBeGreaterThan(3);
      await page.unrouteAll();
    },
  );

  itTellsOfOrders(() => ({ page: watched.page, night }));
  itDoesByThePalette(() => ({ page: watched.page, night }));

  it('take the focus to their heading when the keyboard opens them', async () => {
    const { page } = watched;
    await visit(page, '/orders');
    await page.getByRole('link', { name: 'Audit' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Audit', level: 1 }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Audit');
  });

  it('have a badge while the stream is broken, and show what they missed when it is back', async () => {
    const { page } = watched;
    await page.route('**/console/api/changes', (route) => route.abort());
    await load(page, night, '/work');
    await page.getByText('Not live', { exact: true }).waitFor();
    await night.endPause();
    await page.unroute('**/console/api/changes');
    await page.getByText('Nothing is paused').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
  });

  it('lead from an order to its traces in another system', async () => {
    const { page } = watched;
    await visit(page, `/orders/${night.failedOrderId}`);
    const link = page.getByRole('link', { name: 'Trace' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe(`https://traces.example/orders/${night.failedOrderId}`);
    expect(await link.getAttribute('rel')).toBe('noreferrer');
  });

  it('show whether the scheduled jobs run, and what remains to be seen while the queues are unavailable', async () => {
    const { page } = watched;
    await visit(page, '/work');
    await page.getByText('All run on time').waitFor();
    await page.getByText(/None is due|\d+ due, the oldest for/).waitFor();
    await page.getByRole('row', { name: /^Requeue due orders 1.0 s on time/ }).waitFor();
    const lease = {
      orderId: night.failedOrderId,
      brokerId: night.failedOrderId,
      type: 'LINE_BLOCK',
      endsAt: new Date().toISOString(),
    };
    const away = {
      isReachable: false,
      queues: [],
      schedules: [],
      leases: { heldCount: 0, endedCount: 1, items: [lease] },
    };
    await answer(page, list('/queues'), 200, away);
    await page.reload();
    await page.getByText('The queues are not reachable').waitFor();
    await page.getByText('0 held, 1 whose worker did not come back').waitFor();
    await page.unroute(list('/queues'));
  });

  it('read a line in clear with a reason, and forget it when the dialog closes', async () => {
    const { page } = watched;
    await visit(page, `/lines/${night.lineId}`);
    await page.getByRole('button', { name: 'In clear' }).click();
    await page.getByLabel('Reason').fill('the customer called');
    await page.keyboard.press('Enter');
    await page.getByText(night.msisdn).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByText(night.msisdn).waitFor({ state: 'detached' });
  });

  it('show the SIMs, numbers, orders and usage of a line; a failure of one part leaves the others', async () => {
    const { page } = watched;
    await visit(page, `/lines/${night.changedLineId}`);
    const history = page.getByRole('table', { name: 'Numbers and SIMs' });
    await history.getByRole('link', { name: 'Number change' }).waitFor();
    const rows = await history.getByRole('row').allInnerTexts();
    expect(rows).toHaveLength(4);
    expect(rows[1]).toMatch(/^ICCID\s+•+\s+masked\s+\d{4}\s+since .*SIM swap$/s);
    expect(rows[2]).toMatch(/^MSISDN\s+•+\s+masked\s+\d{4}\s+since .*Number change$/s);
    expect(rows[3]).toMatch(/^ICCID\s+•+\s+masked\s+\d{4}\s.* – .*SIM swap$/s);
    const used = page.getByRole('table', { name: 'Usage' });
    await used.getByRole('row', { name: /^10 GB.*6\.4\sGB of 10\sGB/ }).waitFor();
    await used.getByRole('img', { name: /^20\.5\smin of 100\smin$/ }).waitFor();
    await answer(page, /\/balances$/, 500, problem);
    await answer(page, list('/lines/[\\w-]+/resources'), 500, problem);
    await page.reload();
    await expect.poll(() => page.getByRole('alert').count()).toBe(2);
    await page.getByRole('heading', { name: 'Events' }).waitFor();
    await page.unroute(/\/balances$/);
    await page.unroute(list('/lines/[\\w-]+/resources'));
    await page.getByRole('button', { name: 'Ask again' }).first().click();
    await history.getByText('Number change').waitFor();
    // The other line was never in the inventory, and has no subscription.
    await visit(page, `/lines/${night.lineId}`);
    await page.getByText('A number or SIM that is not in the inventory has no history').waitFor();
    await page.getByText('The line has no subscription').waitFor();
  });

  it.each([
    ['/incidents', 'order-groups.csv', {}, 'HLR_UNKNOWN_SUBSCRIBER'],
    ['/batches', 'bulk-operations.csv', {}, 'ticket 4711'],
    ['/batches/BATCH?outcome=COMPLETED', 'items.csv', { outcome: 'COMPLETED' }, 'COMPLETED'],
    ['/webhooks?status=delivered', 'webhook-deliveries.csv', { status: 'delivered' }, 'line.created'],
    [
      '/webhooks/ENDPOINT?status=delivered',
      'webhook-deliveries.csv',
      { status: 'delivered', endpointId: 'ENDPOINT' },
      'line.created',
    ],
    [
      '/audit?type=order.retry_requested&actor=any',
      'audit.csv',
      { type: 'order.retry_requested' },
      'order.retry_requested',
    ],
    ['/reports?type=LINE_BLOCK', 'order-report.csv', { type: 'LINE_BLOCK', by: 'day,type,status,error' }, 'FAILED'],
    ['/keys', 'api-keys.csv', {}, 'orders:read'],
  ])('save the list of %s as CSV, with its filter', async (path, fileName, filter, value) => {
    const { page } = watched;
    const named = (text: string) => text.replace('BATCH', night.batchId).replace('ENDPOINT', night.endpointId);
    await visit(page, named(path));
    const asked = page.waitForRequest((request) => request.headers()['accept'] === 'text/csv');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(fileName);
    expect(readFileSync(await file.path(), 'utf8')).toContain(value);
    const { createdAtFrom: _period, ...query } = Object.fromEntries(new URL((await asked).url()).searchParams);
    expect(query).toEqual(JSON.parse(named(JSON.stringify(filter))));
  });

  it('send a sample to a receiver and show its answer, and count before a replay', async () => {
    const { page } = watched;
    await visit(page, `/webhooks/${night.endpointId}`);
    await page.getByRole('button', { name: 'Send a sample' }).click();
    await page.getByRole('button', { name: 'Send the sample' }).click();
    await page.getByText('It was not delivered: receiver error, status 503').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByText(/\d+ events are missing/).waitFor();
  });

  it('save a view under a name and open it, and say for how long a pool lasts', async () => {
    const { page } = watched;
    await visit(page, '/orders?type=LINE_BLOCK');
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Blocks of tonight');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Blocks of tonight' }).waitFor();
    await visit(page, '/pools');
    await page.getByRole('link', { name: 'Recife 81' }).click();
    await page.getByText('Until empty').waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it('filter the orders by anything that the list filters by, and by a click on a value', async () => {
    const { page } = watched;
    await visit(page, '/orders');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    expect(await page.getByRole('list', { name: 'Filters' }).getByRole('button').count()).toBe(17);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Waits for a pause' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/paused=true/);
    await page.getByText('No order matches').waitFor();
    await page.getByRole('button', { name: 'Change the filter Waits for a pause, yes' }).click();
    await page.locator('select[name=paused]').selectOption('No');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/paused=false/);
    await page.getByRole('button', { name: 'HLR_UNKNOWN_SUBSCRIBER' }).first().click();
    await page.waitForURL(/errorCode=HLR_UNKNOWN_SUBSCRIBER/);
    await page.getByRole('button', { name: 'Failed', exact: true }).first().click();
    await page.waitForURL(/status=FAILED/);
    await page.getByRole('button', { name: 'Remove the filter Error' }).click();
    await page.waitForURL((url) => !url.search.includes('errorCode'));
    expect(new URL(page.url()).searchParams.get('superseded')).toBe('false');
  });

  itImportsIntoPools(() => ({ page: watched.page, night }));

  it('have reported nothing that was blocked, and no error but the ones of this test', () => {
    const missing = `[/=](?:no-id|${unknownId}|${night.removedResourceId})`;
    const expected = new RegExp(`status of 500|ERR_FAILED|/resources/import\\?|status of 40[04].*${missing}`);
    expect(watched.reports.filter((text) => !expected.test(text))).toEqual([]);
  });
});
