import { buildExample, formatExampleFile } from '@linework/move-in/example-files';
import { aPool } from '@linework/testing/a-pool';
import { everyRange } from '@linework/testing/a-range';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { longLease } from '@linework/testing/processes/start-worker';
import { needs } from '@linework/testing/run/needs';
import type { Browser } from 'playwright-core';
import { v7 as newId } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clearPage, openPage, startBrowser, type WatchedPage } from './a-browser.ts';
import { aPasswordHash, password } from './a-night.ts';
import { type BuiltConsole, buildConsole } from './build-console.ts';
import { look } from './look.ts';
import { itHasPages, type PageCase } from './page-cases.ts';
import { list, load, visit } from './visit.ts';

needs('chromium');

const { rows } = buildExample(8);
/** One line is of nobody, and one CPF is wrong. */
const files = {
  holders: rows.holders.map((row, at) => (at === 3 ? { ...row, federalTaxId: '11111111111' } : row)),
  numbers: rows.numbers,
  sims: rows.sims,
  lines: rows.lines.map((row, at) => (at === 2 ? { ...row, holderId: 'H-9999' } : row)),
};

interface Served {
  readonly system: System;
}

/** Two people, two pools, and a move-in whose findings wait for a decision. */
async function openOffice(consoleFolder: string): Promise<Served & { readonly moveInId: string }> {
  const system = await startSystem({ settings: { CONSOLE_FOLDER: consoleFolder } });
  const { db, broker } = system;
  await everyRange(db, broker);
  await system.startWorker(longLease);
  for (const [name, role] of [
    ['Ana', 'administrator'],
    ['Davi', 'stock'],
  ] as const)
    await db.prisma.operator.create({ data: { id: newId(), name, role, passwordHash: await aPasswordHash() } });
  const { id: numberPoolId } = await aPool(db, { brokerId: broker.id, type: 'MSISDN' });
  const { id: simPoolId } = await aPool(db, { brokerId: broker.id, type: 'SIM' });
  const post = async (path: string, body?: object) => {
    const { text, status } = await system.client.send('POST', path, body === undefined ? {} : { body });
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
    return JSON.parse(text) as { readonly id: string };
  };
  const { id: moveInId } = await post('/move-ins', { name: 'Vale Celular', numberPoolId, simPoolId });
  return { system, moveInId };
}

const pages: Readonly<Record<string, (moveInId: string) => PageCase>> = {
  'move-ins': () => ({
    path: '/move-ins',
    shows: 'Vale Celular',
    needs: list('/move-ins'),
    empty: 'There is no move-in',
  }),
  'move-in': (moveInId) => ({
    path: `/move-ins/${moveInId}`,
    shows: 'Payment methods',
    needs: /console\/api\/move-ins\/[\w-]+$/,
  }),
};

let built: BuiltConsole;
let office: Awaited<ReturnType<typeof openOffice>>;
let browser: Browser;
let watched: WatchedPage;

async function signIn({ page }: WatchedPage, name: string): Promise<void> {
  await load(page, office, '/move-ins');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Move-ins' }).waitFor();
}

describe('the pages of move-ins', () => {
  beforeAll(async () => {
    built = await buildConsole();
    office = await openOffice(built.folder);
    browser = await startBrowser();
    watched = await openPage(browser);
    await signIn(watched, 'Ana');
  });

  afterAll(async () => {
    await browser?.close();
    await office?.system.close();
    built?.remove();
  });

  afterEach(() => clearPage(watched.page));

  itHasPages(Object.keys(pages), ['move-ins'], () => ({
    page: watched.page,
    served: office,
    caseOf: (name) => pages[name]?.(office.moveInId) as PageCase,
  }));

  it('stock: a base comes from files, is checked, decided, adopted and taken back', async () => {
    const own = await openPage(browser);
    const { page } = own;
    await signIn(own, 'Davi');
    await page.getByRole('button', { name: 'New move-in …' }).click();
    await page.getByLabel('Name').fill('Serra Azul');
    await page.getByLabel('Pool of its numbers').selectOption({ index: 1 });
    await page.getByLabel('Pool of its SIMs').selectOption({ index: 1 });
    await page.getByRole('button', { name: 'New move-in', exact: true }).click();
    await page.getByRole('heading', { name: 'Serra Azul' }).waitFor();
    for (const [kind, content] of Object.entries(files)) {
      const buffer = Buffer.from(formatExampleFile(content));
      const file = { name: `${kind}.csv`, mimeType: 'text/csv', buffer };
      const row = page.getByRole('row').filter({ has: page.getByLabel(`File of ${kind}`) });
      await page.getByLabel(`File of ${kind}`).setInputFiles(file);
      await row.getByText(`${content.length} rows read`).waitFor();
    }
    await page.getByRole('button', { name: 'Check …' }).click();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.locator('header').first().getByText('Checked', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Findings', exact: true }).click();
    const kinds = page.getByRole('table', { name: 'Findings by kind' });
    await kinds.getByRole('row').nth(2).waitFor();
    await look(page, 'move-in-findings');
    await kinds
      .getByRole('row', { name: /no row has the legacy id/i })
      .getByRole('link')
      .click();
    await page.waitForURL(/code=unknown-reference/);
    const found = page.getByRole('table', { name: 'Findings', exact: true });
    await expect.poll(() => found.getByRole('row').count()).toBe(2);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    expect((await download).suggestedFilename()).toBe('findings.csv');
    for (const text of [/a value cannot be read/i, /no row has the legacy id/i]) {
      await kinds.getByRole('row', { name: text }).getByRole('button', { name: 'Decide …' }).click();
      await page.getByLabel('Reason').fill('the other operator mends it');
      await page.getByRole('button', { name: 'Decide', exact: true }).click();
      await kinds.getByRole('row', { name: text }).getByText('Left out').waitFor();
    }
    await page.getByRole('button', { name: 'Adopt …' }).click();
    await page.getByRole('button', { name: 'Adopt', exact: true }).click();
    await page.locator('header').first().getByText('Adopted', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Balance', exact: true }).click();
    const balance = page.getByRole('table', { name: 'Balance' });
    await balance.waitFor();
    await look(page, 'move-in-balance');
    await balance
      .getByRole('row', { name: /Lines Adopted/ })
      .getByRole('link')
      .click();
    await page.waitForURL(/part=rows/);
    await page.getByRole('table', { name: 'Rows' }).waitFor();
    await look(page, 'move-in-rows');
    await page.getByRole('table', { name: 'Rows' }).getByRole('link').first().click();
    await page.waitForURL(/\/lines\//);
    await page.goBack();
    await page.getByRole('button', { name: 'Undo …' }).click();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.locator('header').first().getByText('Undone', { exact: true }).waitFor();
    // The page of a line has parts that stock may not read.
    expect(own.reports.filter((text) => !/status of 403/.test(text))).toEqual([]);
    await page.context().close();
  });

  it('say which kind of file they take, and send no other', async () => {
    const { page } = watched;
    await visit(page, office, `/move-ins/${office.moveInId}?part=files`);
    const file = { name: 'lines.xlsx', mimeType: 'application/x', buffer: Buffer.from('x') };
    await page.getByLabel('File of lines').setInputFiles(file);
    await page.getByText('Its name must end with .csv').waitFor();
  });

  it('have reported nothing that was blocked, and no error but the ones of this test', () => {
    const expected = /status of 500|status of 40[04]/;
    expect(watched.reports.filter((text) => !expected.test(text))).toEqual([]);
  });
});
