import { hashPassword } from '@linework/operators/hash-password';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { waitUntil } from '@linework/testing/processes/wait-until';
import type { Browser } from 'playwright-core';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers, openPage, startBrowser, type WatchedPage } from './a-browser.ts';
import { type BuiltConsole, buildConsole } from './build-console.ts';
import { findChromium } from './find-chromium.ts';

const executable = findChromium();
const notRun = executable === undefined ? ' (not run: this machine has no Chromium)' : '';

const orderCount = 30;
const name = '<img src=x onerror=alert(1)>';
const password = 'correct horse battery';

let built: BuiltConsole;
let system: System;
let browser: Browser;
let watched: WatchedPage;

describe.skipIf(executable === undefined)(`a night in which the network refuses ${orderCount} orders${notRun}`, () => {
  beforeAll(async () => {
    built = await buildConsole();
    system = await startSystem({ settings: { CONSOLE_FOLDER: built.folder } });
    await system.startWorker();
    const { db, network, client } = system;
    await db.prisma.operator.create({ data: { id: newId(), name, role: 'operator', passwordHash: await hashPassword(password) } });
    const lines = await system.lines(orderCount);
    await network.injectFault({ match: { operation: 'set-service-state' }, fault: 'refuse', times: 'always' });
    for (const { id } of lines) await client.placeOrder('block', id);
    await waitUntil('every order has failed', async () => (await db.prisma.order.count({ where: { status: 'FAILED' } })) === orderCount);
    await network.clearFaults();
    await db.pool.query('UPDATE orders SET metadata = $1', [{ note: name }]);
    await db.pool.query("UPDATE order_step SET error = jsonb_set(error, '{message}', $1) WHERE error IS NOT NULL", [JSON.stringify(name)]);
    browser = await startBrowser(executable ?? '');
    watched = await openPage(browser);
  });

  afterAll(async () => {
    await browser?.close();
    await system?.close();
    built?.remove();
  });

  it('a view that is opened without a session asks to sign in, and is there afterwards', async () => {
    const { page } = watched;
    await page.goto(`${system.api.adminUrl}/console/orders?type=LINE_BLOCK`);
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page
      .getByRole('row', { name: /Failed/ })
      .first()
      .waitFor();
    expect(page.url()).toContain('/console/orders?type=LINE_BLOCK');
  });

  it('the list says what failed, without a barrier', async () => {
    const { page } = watched;
    expect(await page.getByRole('grid', { name: 'Orders' }).getAttribute('aria-rowcount')).toBe(String(orderCount + 1));
    expect(await page.getByRole('row', { name: /refused at suspend network/ }).count()).toBeGreaterThan(5);
    expect(await findBarriers(page)).toEqual([]);
  });

  it('the keyboard opens an order, says why it stands, and retries it', async () => {
    const { page } = watched;
    await page.locator('body').press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Steps and attempts' }).waitFor();
    await page.getByText('The network rejected the request with the code refused.').waitFor();
    // The words of the network and a metadata value are text.
    await page.getByText(name).first().waitFor();
    expect(await page.locator('img').count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('r');
    await page.getByLabel('Reason').fill('the network is back');
    await page.keyboard.press('Enter');
    await page.getByText('Completed', { exact: true }).first().waitFor();
  });

  it('all that is left is retried as a batch after a dry run, and comes down', async () => {
    const { page } = watched;
    const left = orderCount - 1;
    await page.getByRole('link', { name: 'Orders', exact: true }).first().click();
    await page.getByLabel('Select the loaded rows').check();
    await page.locator('body').press('r');
    await page.getByText(`${left} of ${left} orders allow it now.`).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByLabel('Reason').fill('ticket 4711: the network is back');
    await page.getByRole('button', { name: `Retry ${left} orders` }).click();
    await page.getByRole('link', { name: new RegExp(`^${left}\\s*Completed`) }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await system.db.prisma.order.count({ where: { status: 'COMPLETED' } })).toBe(orderCount);
  });

  it('the list is empty then, and says so', async () => {
    const { page } = watched;
    await page.getByRole('link', { name: 'Orders', exact: true }).first().click();
    await page.getByText('No order needs attention').waitFor();
  });

  it('markup in the name of a person is text', async () => {
    const { page } = watched;
    expect(await page.getByRole('button', { name }).count()).toBe(1);
    expect(await page.locator('img').count()).toBe(0);
  });

  it('after a sign-out shows the sign-in at the same address', async () => {
    const { page } = watched;
    await page.getByRole('button', { name }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Linework' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/orders');
  });

  it('the browser has reported nothing that was blocked, and no error', () => {
    expect(watched.reports).toEqual([]);
  });
});
