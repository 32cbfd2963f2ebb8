import { createApiKey } from '@linework/api-keys/create-api-key';
import { aBroker } from '@linework/testing/a-broker';
import { createLinesOnNetwork } from '@linework/testing/processes/lines-on-network';
import { lineworkClient } from '@linework/testing/processes/linework-client';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { longLease } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { needs } from '@linework/testing/run/needs';
import type { Browser, Page } from 'playwright-core';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers, openPage, startBrowser, type WatchedPage } from './a-browser.ts';
import { aPasswordHash, password } from './a-night.ts';
import { type BuiltConsole, buildConsole } from './build-console.ts';

needs('chromium');

/** More than a page of a list. */
const orderCount = 110;
/** One batch needs another person: it has more orders than one person may retry. */
const selectedCount = orderCount + 2;
/** What the design allows from opening the console to the batch running. */
const actionLimit = 12;
const name = '<img src=x onerror=alert(1)>';
const otherName = 'Bea';

/** A batch of hundreds runs for 15 s at its usual rate, and longer on a busy machine. */
const untilBatchEnds = { timeout: 600_000 };

let built: BuiltConsole;
let system: System;
let browser: Browser;
let watched: WatchedPage;
/** Another broker with lines of its own. */
let other: Pick<System, 'lines' | 'client'>;

/** Blocks that the network refuses. Their lines are new. */
async function placeRefused(count: number, of: Pick<System, 'lines' | 'client'> = system): Promise<void> {
  const { db, network } = system;
  const { client } = of;
  const ids: string[] = [];
  const lines = [...(await of.lines(count))];
  await network.injectFault({ match: { operation: 'set-service-state' }, fault: 'refuse', times: 'always' });
  const placeNext = async (): Promise<void> => {
    const line = lines.pop();
    if (line === undefined) return;
    ids.push(await client.placeOrder('block', line.id));
    await placeNext();
  };
  await Promise.all(Array.from({ length: 8 }, placeNext));
  await waitUntil(
    'every order has failed',
    async () => (await db.prisma.order.count({ where: { id: { in: ids }, status: 'FAILED' } })) === count,
  );
  await network.clearFaults();
}

async function anotherBroker(): Promise<Pick<System, 'lines' | 'client'>> {
  const { db, network, api } = system;
  const { id: brokerId } = await aBroker(db);
  await db.prisma.broker.update({ where: { id: brokerId }, data: { name: 'Sul Telecom' } });
  const { key } = await createApiKey(db, { name: 'another', brokerId, scopes: ['lines:write', 'orders:read'] });
  return {
    lines: (count) => createLinesOnNetwork({ db, network, brokerId }, count),
    client: lineworkClient(api.url, key),
  };
}

/**
 * Counts the clicks and the keys of a person on all pages of the browser tab. What is typed into a field is one text,
 * and not counted.
 */
async function countActions(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const countOne = () => sessionStorage.setItem('actions', String(Number(sessionStorage.getItem('actions')) + 1));
    addEventListener('pointerdown', countOne, { capture: true });
    addEventListener(
      'keydown',
      ({ key, target }) => (key === 'Enter' || !(target as Element).matches('input, textarea')) && countOne(),
      { capture: true },
    );
  });
  return () => page.evaluate(() => Number(sessionStorage.getItem('actions')));
}

async function signIn(page: Page, person: string): Promise<void> {
  await page.getByLabel('Name').fill(person);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
}

describe(`a night in which the network refuses ${orderCount} orders`, () => {
  beforeAll(async () => {
    built = await buildConsole();
    system = await startSystem({
      settings: { CONSOLE_FOLDER: built.folder, BULK_SECOND_PERSON_ABOVE: String(orderCount) },
    });
    await system.startWorker(longLease);
    const { db } = system;
    const passwordHash = await aPasswordHash();
    await db.prisma.operator.createMany({
      data: [name, otherName].map((person) => ({ id: newId(), name: person, role: 'operator', passwordHash })),
    });
    other = await anotherBroker();
    await placeRefused(orderCount);
    await db.pool.query('UPDATE orders SET metadata = $1', [{ note: name }]);
    await db.pool.query("UPDATE order_step SET error = jsonb_set(error, '{message}', $1) WHERE error IS NOT NULL", [
      JSON.stringify(name),
    ]);
    browser = await startBrowser();
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
    await signIn(page, name);
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

  it('an order says why it stands, and the words of others are text', async () => {
    const { page } = watched;
    await page.locator('body').press('j');
    await page.keyboard.press('Enter');
    await page.getByText('The network rejected the request with the code refused.').waitFor();
    // The words of the network and a metadata value.
    await page.getByText(name).first().waitFor();
    expect(await page.locator('img').count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
  });

  it(`an incident is retried as a batch with ${actionLimit} clicks and keys, comes down, and is in the audit`, async () => {
    const { page } = await openPage(browser);
    const countSoFar = await countActions(page);
    await page.goto(`${system.api.adminUrl}/console`);
    await signIn(page, name);
    await page.getByRole('link', { name: 'Incidents', exact: true }).click();
    await page.getByRole('button', { name: 'Retry …' }).click();
    await page.getByText(`${orderCount} of ${orderCount} orders allow it now.`).waitFor();
    await page.getByLabel('Reason').fill('ticket 4711: the network is back');
    await page.getByRole('button', { name: `Retry ${orderCount} orders` }).click();
    await page.getByRole('heading', { name: `Retry ${orderCount} orders` }).waitFor();
    await page
      .getByText('Running', { exact: true })
      .or(page.getByText('Completed', { exact: true }))
      .first()
      .waitFor();
    const actions = await countSoFar();
    expect(actions).toBeGreaterThan(0);
    expect(actions).toBeLessThanOrEqual(actionLimit);
    await page.getByRole('link', { name: new RegExp(`^${orderCount}\\s*Completed`) }).waitFor(untilBatchEnds);
    await page.getByRole('link', { name: 'Incidents', exact: true }).click();
    await page.getByText('No order needs attention').waitFor();
    await page.getByRole('link', { name: 'Audit', exact: true }).click();
    await page
      .getByRole('row', {
        name: /onerror.*ticket 4711: the network is back.*Someone asked to run the failed order again/,
      })
      .first()
      .waitFor();
    await page.context().close();
  });

  it('the keyboard alone finds an order by its number, says why it stands, and retries it', async () => {
    const { page } = watched;
    await placeRefused(3);
    const order = await system.db.prisma.order.findFirstOrThrow({
      where: { status: 'FAILED' },
      include: { line: true },
    });
    await page.keyboard.press('/');
    await page.keyboard.type(order.line?.msisdn ?? '');
    await page.keyboard.press('Enter');
    await page.getByText('of the line').waitFor();
    // The line is the first hit, and its order the second.
    for (const key of ['j', 'j', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    await page.getByText('The network rejected the request with the code refused.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('r');
    await page.getByRole('textbox', { name: 'Reason' }).waitFor();
    await page.keyboard.type('the network is back');
    await page.keyboard.press('Enter');
    await page.getByText('Completed', { exact: true }).first().waitFor();
  });

  it('a batch of a few is retried after a dry run, is made once if its answer is lost, and comes down', async () => {
    const { page } = watched;
    const bodies: (string | null)[] = [];
    let isLost = true;
    await page.route(/\/bulk-operations$/, async (route) => {
      bodies.push(route.request().postData());
      if (!isLost) return route.continue();
      await route.fetch({ headers: { ...(await route.request().allHeaders()), 'sec-fetch-site': 'same-origin' } });
      await route.abort();
    });
    await page.getByRole('link', { name: 'Orders', exact: true }).first().click();
    await page
      .getByRole('row', { name: /Failed/ })
      .nth(1)
      .waitFor();
    for (const key of ['j', 'x', 'j', 'x', 'r']) await page.locator('body').press(key);
    await page.getByText('2 of 2 orders allow it now.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByLabel('Reason').fill('ticket 4711: the network is back');
    await page.getByRole('button', { name: 'Retry 2 orders' }).click();
    await page.getByText('nobody knows whether this was done').waitFor();
    expect(await page.getByLabel('Reason').inputValue()).toBe('ticket 4711: the network is back');
    isLost = false;
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('link', { name: /^2\s*Completed/ }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.unroute(/\/bulk-operations$/);
    expect(new Set(bodies).size).toBe(1);
    expect(await system.db.prisma.bulkOperation.count()).toBe(2);
  });

  it('a batch whose orders have changed since the dry run is not started: the person sees it and decides again', async () => {
    const { page } = watched;
    const { db, client } = system;
    await placeRefused(orderCount + 3);
    await page.getByRole('link', { name: 'Incidents', exact: true }).click();
    await page.getByRole('button', { name: 'Retry …' }).click();
    await page.getByText(`${orderCount + 3} of ${orderCount + 3} orders allow it now.`).waitFor();
    const gone = await db.prisma.order.findMany({ where: { status: 'FAILED' }, take: 2 });
    for (const { id } of gone) await client.requestOrderAction(id, 'rollback');
    await placeRefused(1);
    await page.getByLabel('Reason').fill('ticket 4711: the network is back');
    await page.getByRole('button', { name: `Retry ${orderCount + 3} orders` }).click();
    await page
      .getByText(
        `Since the dry run 1 order came and 2 went, so nothing was started. ${selectedCount} are selected now.`,
      )
      .waitFor();
    await page.getByText(`${selectedCount} of ${selectedCount} orders allow it now.`).waitFor();
    await page.getByText('A batch of this size waits').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await db.prisma.bulkOperation.count()).toBe(2);
    await page.getByRole('button', { name: `Retry ${selectedCount} orders` }).click();
    await page.getByRole('heading', { name: `Retry ${selectedCount} orders` }).waitFor();
  });

  it('a large batch waits: who created it cannot approve it, another person does, and it runs', async () => {
    const { page } = watched;
    const { db } = system;
    await page.getByText('Awaiting approval').waitFor();
    await page.getByText('unless another person approves it').waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    expect(await db.prisma.order.count({ where: { status: 'FAILED' } })).toBe(selectedCount);
    const second = await openPage(browser);
    await second.page.goto(page.url());
    await signIn(second.page, otherName);
    await second.page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText(`approved by ${otherName}`).waitFor();
    await page.getByRole('link', { name: new RegExp(`^${selectedCount}\\s*Completed`) }).waitFor(untilBatchEnds);
    expect(await db.prisma.order.count({ where: { status: 'FAILED' } })).toBe(0);
    expect(second.reports).toEqual([]);
  });

  it('the orders of two brokers that were confirmed together are one batch, with the number that was confirmed', async () => {
    const { page } = watched;
    const { db } = system;
    await placeRefused(4);
    await placeRefused(3, other);
    await page.getByRole('link', { name: 'Incidents', exact: true }).click();
    await page.getByRole('button', { name: 'Retry …' }).click();
    await page.getByText('7 of 7 orders allow it now.').waitFor();
    await page.getByLabel('Reason').fill('ticket 4712: both brokers');
    await page.getByRole('button', { name: 'Retry 7 orders' }).click();
    await page.getByRole('heading', { name: 'Retry 7 orders' }).waitFor();
    await page.getByRole('link', { name: /^7\s*Completed/ }).waitFor(untilBatchEnds);
    const items = page.getByRole('grid', { name: 'Items of the batch' });
    expect(await items.getAttribute('aria-rowcount')).toBe('8');
    // The page reads the counts and the items one after the other, and again with each change.
    await expect.poll(() => items.getByRole('row', { name: /Completed/ }).count()).toBe(7);
    await page.getByRole('link', { name: 'Sul Telecom 3' }).click();
    await expect.poll(() => items.getByRole('row', { name: /Completed/ }).count()).toBe(3);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Batches', exact: true }).first().click();
    await page.getByRole('row', { name: /Retry 7 .*ticket 4712: both brokers.*2 brokers/ }).waitFor();
    expect(await db.prisma.bulkOperation.count({ where: { reason: 'ticket 4712: both brokers' } })).toBe(2);
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

  it('the browser has reported nothing that was blocked, and no error but the two of the batches', () => {
    const others = watched.reports.filter((text) => !text.includes('ERR_FAILED'));
    expect(others).toEqual([expect.stringContaining('status of 409')]);
  });
});
