import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { aHolder } from '@linework/testing/a-holder';
import { aLine } from '@linework/testing/a-line';
import { aPayment } from '@linework/testing/a-payment';
import { aPool } from '@linework/testing/a-pool';
import { aPortIn } from '@linework/testing/a-port-in';
import { aPortOut } from '@linework/testing/a-port-out';
import { aSubscription } from '@linework/testing/a-subscription';
import { anInvoice } from '@linework/testing/an-invoice';
import { aCpf } from '@linework/testing/codes/tax-ids';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { needs } from '@linework/testing/run/needs';
import { manyLines } from '@linework/testing/volume/many-lines';
import type { Browser, Page } from 'playwright-core';
import { v7 as newId } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clearPage, findBarriers, findMisplaced, openPage, startBrowser, type WatchedPage } from './a-browser.ts';
import { aPasswordHash, password } from './a-night.ts';
import { type BuiltConsole, buildConsole } from './build-console.ts';
import { answer, list, load, visit as visitPage } from './visit.ts';

needs('chromium');

/** Set by whoever wants to look at the pages. */
const pictures = process.env['PICTURES_FOLDER'];

interface Office {
  readonly system: System;
  readonly holderId: string;
  readonly lineId: string;
  readonly msisdn: string;
  readonly subscriptionId: string;
  readonly portInId: string;
  readonly portOutId: string;
  readonly driftId: string;
}

const holderName = 'Conceição <b>Araújo</b>';

/** A holder with a debt, a port-in in conflict, and lines of others. */
async function openOffice(consoleFolder: string): Promise<Office> {
  const system = await startSystem({ settings: { CONSOLE_FOLDER: consoleFolder } });
  const { db, broker } = system;
  const brokerId = broker.id;
  await db.prisma.operator.create({
    data: { id: newId(), name: 'Ana', role: 'administrator', passwordHash: await aPasswordHash() },
  });
  const { id: holderId } = await aHolder(db, { brokerId });
  await db.prisma.holder.update({ where: { id: holderId }, data: { name: holderName, email: 'c@example.com' } });
  const active = await aLine(db, 'ACTIVE', { brokerId, holderId });
  await aLine(db, 'BLOCKED', { brokerId, holderId });
  await aLine(db, 'BLOCKING_ERROR', { brokerId });
  await manyLines(db, 'ACTIVE', brokerId, 120);
  const subscription = await aSubscription(db, 'ACTIVE', { brokerId, customerId: holderId, lineIds: [active.id] });
  const owner = { brokerId, customerId: holderId, subscriptionId: subscription.id };
  const invoice = await anInvoice(db, 'OVERDUE', { ...owner, amount: '1149.90' });
  const failed = { brokerId, customerId: holderId, invoiceId: invoice.id, amount: '1149.90' };
  const { id: paymentId } = await aPayment(db, 'FAILED', failed);
  await db.prisma.payment.update({ where: { id: paymentId }, data: { reason: 'INSUFFICIENT_FUNDS' } });
  await aPool(db, { brokerId, type: 'MSISDN', count: 12 });
  const portIn = await aPortIn(db, 'CONFLICT', { brokerId, customerId: holderId });
  const portOut = await aPortOut(db, 'PENDING', { brokerId });
  const drift = await db.prisma.drift.create({
    data: {
      id: newId(),
      brokerId,
      lineId: active.id,
      kind: 'wrong-number',
      expected: { msisdn: active.msisdn },
      found: {},
      isOurs: false,
      firstSeenAt: new Date(),
      lastSeenAt: new Date(),
    },
  });
  return {
    system,
    holderId,
    lineId: active.id,
    msisdn: active.msisdn,
    subscriptionId: subscription.id,
    portInId: portIn.id,
    portOutId: portOut.id,
    driftId: drift.id,
  };
}

interface PageCase {
  readonly path: string;
  /** What is on the page when its data is there. */
  readonly shows: string | RegExp;
  /** The request without which it has nothing to show. */
  readonly needs: RegExp;
  /** What it says when that request finds nothing. The page of a record has no such state. */
  readonly empty?: string;
}

const pages: Readonly<Record<string, (office: Office) => PageCase>> = {
  lines: () => ({ path: '/lines', shows: /^Active$/, needs: list('/lines'), empty: 'There is no line' }),
  drifts: () => ({ path: '/drifts', shows: 'Wrong number', needs: list('/drifts'), empty: 'There is no drift' }),
  drift: ({ driftId }) => ({
    path: `/drifts/${driftId}`,
    shows: 'The register has',
    needs: /console\/api\/drifts\/[\w-]+$/,
  }),
  holders: () => ({ path: '/holders', shows: 'CPF or CNPJ', needs: list('/holders'), empty: 'There is no holder' }),
  holder: ({ holderId }) => ({
    path: `/holders/${holderId}`,
    shows: 'Overdue',
    needs: /console\/api\/holders\/[\w-]+$/,
  }),
  subscriptions: () => ({
    path: '/subscriptions',
    shows: 'Monthly, postpaid',
    needs: list('/subscriptions'),
    empty: 'There is no subscription',
  }),
  subscription: ({ subscriptionId }) => ({
    path: `/subscriptions/${subscriptionId}`,
    shows: 'open by themselves',
    needs: /console\/api\/subscriptions\/[\w-]+$/,
  }),
  resources: () => ({
    path: '/resources',
    shows: /^pool [\da-f-]{36}$/,
    needs: list('/inventory/resources'),
    empty: 'There is no number and no SIM',
  }),
  'port-ins': () => ({
    path: '/port-ins',
    shows: 'wrong data',
    needs: list('/portability/port-ins'),
    empty: 'There is no port-in',
  }),
  'port-in': ({ portInId }) => ({
    path: `/port-ins/${portInId}`,
    shows: 'Donor',
    needs: /api\/portability\/port-ins\/[\w-]+$/,
  }),
  'port-outs': () => ({
    path: '/port-outs',
    shows: '55321',
    needs: list('/portability/port-outs'),
    empty: 'There is no port-out',
  }),
  'port-out': ({ portOutId }) => ({
    path: `/port-outs/${portOutId}`,
    shows: 'Recipient',
    needs: /api\/portability\/port-outs\/[\w-]+$/,
  }),
};
const names = Object.keys(pages);

const problem = {
  type: 'https://x.example/internal-server-error',
  title: 'Internal server error',
  status: 500,
  detail: 'The server could not answer.',
  code: 'internal',
};
const nothing = { items: [], meta: { total: 0, page: 1, pageSize: 100, totalPages: 0 } };

let built: BuiltConsole;
let office: Office;
let browser: Browser;
let watched: WatchedPage;

const caseOf = (name: string): PageCase => pages[name]?.(office) as PageCase;
const visit = (page: Page, path: string): Promise<void> => visitPage(page, office, path);

describe('the pages of those who care for customers', () => {
  beforeAll(async () => {
    built = await buildConsole();
    office = await openOffice(built.folder);
    browser = await startBrowser();
    watched = await openPage(browser);
    await visit(watched.page, '/lines');
    await watched.page.getByLabel('Name').fill('Ana');
    await watched.page.getByLabel('Password').fill(password);
    await watched.page.keyboard.press('Enter');
    await watched.page.getByRole('heading', { name: 'Lines' }).waitFor();
    if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
  });

  afterAll(async () => {
    await browser?.close();
    await office?.system.close();
    built?.remove();
  });

  afterEach(() => clearPage(watched.page));

  it.each(names)('%s shows its data without a barrier, in light and dark, wide and narrow', async (name) => {
    const { page } = watched;
    const { path, shows } = caseOf(name);
    await visit(page, path);
    await page.locator('main').getByText(shows).first().waitFor();
    await expect.poll(() => page.getByText(/^Loading .* …$/).count()).toBe(0);
    for (const width of [1_440, 390])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
        await page.emulateMedia({ colorScheme });
        await expect.poll(() => findMisplaced(page)).toEqual([]);
        expect(await findBarriers(page)).toEqual([]);
        if (pictures !== undefined)
          await page.screenshot({ path: join(pictures, `${name}-${width}-${colorScheme}.png`) });
      }
    await page.emulateMedia({ colorScheme: 'light' });
    // The name of a holder has markup.
    expect(await page.locator('main b i, main script').count()).toBe(0);
  });

  it.each(names)('%s says that the server failed, and asks again', async (name) => {
    const { page } = watched;
    const { path, shows, needs: request } = caseOf(name);
    await answer(page, request, 500, problem);
    await load(page, office, path);
    await page.getByRole('alert').getByText('Internal server error').first().waitFor();
    await page.unroute(request);
    await page.getByRole('button', { name: 'Ask again' }).first().click();
    await page.locator('main').getByText(shows).first().waitFor();
  });

  it('that have nothing to show say what that means', async () => {
    const { page } = watched;
    for (const name of names) {
      const { path, needs: request, empty } = caseOf(name);
      if (empty === undefined) continue;
      await answer(page, request, 200, nothing);
      await load(page, office, path);
      await page.getByText(empty).waitFor();
      await page.unroute(request);
    }
  });

  it.each(['holders', 'subscriptions', 'port-ins', 'port-outs', 'lines', 'drifts'])(
    '%s say the same of a record that is unknown and of one that is no id',
    async (place) => {
      const { page } = watched;
      for (const id of ['00000000-0000-7000-8000-000000000000', 'no-id']) {
        await load(page, office, `/${place}/${id}`);
        await page.getByRole('heading', { name: 'Not found', level: 1 }).waitFor();
        await page.getByText(/^There is no such/).waitFor();
      }
    },
  );

  it('filter the lines by what is typed and chosen, in the address, and go back', async () => {
    const { page } = watched;
    await visit(page, '/lines');
    await page.getByRole('grid', { name: 'Lines' }).waitFor();
    await page.getByRole('button', { name: 'With an error' }).click();
    await page.waitForURL(/status=PROVISIONING_ERROR,/);
    await expect.poll(() => page.getByRole('grid').getByRole('row').count()).toBe(2);
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Number', exact: true }).click();
    await page.getByRole('textbox', { name: 'Number' }).fill(office.msisdn);
    await page.keyboard.press('Enter');
    await page.waitForURL(/msisdn=/);
    await expect.poll(() => page.getByRole('grid').getByRole('row').count()).toBe(2);
    await page.getByRole('button', { name: 'Remove the filter Number' }).click();
    await expect.poll(() => page.getByRole('grid').getByRole('row').count()).toBeGreaterThan(10);
    await page.goBack();
    await expect.poll(() => page.getByRole('grid').getByRole('row').count()).toBe(2);
    await load(page, office, '/lines?msisdn=%2B5500000000000');
    await page.getByText('No lines match').waitFor();
    await page.getByRole('button', { name: 'Remove all filters' }).click();
    await page.waitForURL((url) => url.search === '');
  });

  it('lead by the keyboard alone from the lines to a holder, and from there to a bill and a port', async () => {
    const { page } = watched;
    await visit(page, '/orders');
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await page.getByRole('grid', { name: 'Lines' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/lines\/[\w-]+$/);
    await visit(page, `/lines/${office.lineId}`);
    await page.locator('main dl').getByRole('link').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/holders\//);
    await page.getByRole('table', { name: 'Lines' }).getByText('Blocked').waitFor();
    await page.getByRole('table', { name: 'Bills' }).getByText('R$1,149.90').waitFor();
    await page.getByRole('table', { name: 'Payments' }).getByText('Failed').waitFor();
    await page.getByRole('table', { name: 'Payments' }).getByTitle('Insufficient funds').waitFor();
    await page.getByRole('table', { name: 'Port-ins' }).getByRole('link').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/port-ins\//);
  });

  it('read a holder in clear with a reason only', async () => {
    const { page } = watched;
    await visit(page, `/holders/${office.holderId}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByText('Conceição').count()).toBe(0);
    await page.getByRole('button', { name: 'In clear' }).click();
    await page.getByLabel('Reason').fill('the customer called');
    await page.keyboard.press('Enter');
    await page.getByText(holderName).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText(holderName).waitFor({ state: 'detached' });
  });

  it('correct a tax id that was never right, also in the past, with what is wrong beside its field', async () => {
    const { page } = watched;
    const { db } = office.system;
    const { federalTaxId: wrong } = await db.prisma.holder.findUniqueOrThrow({ where: { id: office.holderId } });
    const right = aCpf();
    await visit(page, `/holders/${office.holderId}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Correct …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Correct this holder' });
    await dialog.getByText('a change keeps the old value for the past').waitFor();
    await dialog.getByRole('button', { name: 'Correct' }).click();
    await expect.poll(() => dialog.getByLabel('Right name').getAttribute('aria-invalid')).toBe('true');
    await dialog.getByLabel('CPF or CNPJ', { exact: true }).check();
    await dialog.getByLabel('Right CPF or CNPJ').fill('111.111.111-11');
    await dialog.getByRole('button', { name: 'Correct' }).click();
    await dialog.getByText('Must be a CPF or a CNPJ with the right check digits').waitFor();
    for (const width of [390, 1_280]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await findBarriers(page)).toEqual([]);
      if (pictures !== undefined) await page.screenshot({ path: join(pictures, `correct-holder-${width}.png`) });
    }
    await dialog.getByLabel('Right CPF or CNPJ').fill(right);
    await dialog.getByRole('button', { name: 'Correct' }).click();
    await dialog.waitFor({ state: 'detached' });
    const where = { holderId: office.holderId };
    const former = await db.prisma.formerHolderDetail.findMany({ where });
    const now = await db.prisma.holder.findUniqueOrThrow({ where: { id: office.holderId } });
    expect(new Set([now, ...former].map(({ federalTaxId }) => federalTaxId))).toEqual(new Set([right]));
    expect(wrong).not.toBe(right);
    expect(await db.prisma.event.count({ where: { type: 'holder.corrected', resourceId: office.holderId } })).toBe(1);
  });

  it('keep the rest of a holder when one part cannot be read', async () => {
    const { page } = watched;
    await answer(page, list('/payments'), 500, problem);
    await load(page, office, `/holders/${office.holderId}`);
    await expect.poll(() => page.getByRole('alert').count()).toBe(1);
    await page.getByRole('table', { name: 'Bills' }).waitFor();
    await page.unroute(list('/payments'));
    await page.getByRole('button', { name: 'Ask again' }).click();
    await page.getByRole('table', { name: 'Payments' }).waitFor();
  });

  it('save the lines of a filter as CSV, masked', async () => {
    const { page } = watched;
    await visit(page, '/lines?status=BLOCKED');
    const asked = page.waitForRequest((request) => request.headers()['accept'] === 'text/csv');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    expect((await download).suggestedFilename()).toBe('lines.csv');
    expect(new URL((await asked).url()).search).toBe('?status=BLOCKED');
  });

  it('have reported nothing that was blocked, and no error but the ones of this test', () => {
    const expected = /status of 500|status of 40[04]/;
    expect(watched.reports.filter((text) => !expected.test(text))).toEqual([]);
  });
});
