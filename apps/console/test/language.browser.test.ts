import { aLine } from '@linework/testing/a-line';
import { anInvoice } from '@linework/testing/an-invoice';
import { needs } from '@linework/testing/run/needs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findMisplaced } from './a-browser.ts';
import { type Office, openOffice } from './an-office.ts';
import { load, pagesWithoutRecord, visit } from './visit.ts';

needs('chromium');

let office: Office;
let page: Page;
let reports: readonly string[];

describe('the language of the console', () => {
  beforeAll(async () => {
    office = await openOffice();
    const { db, broker } = office.system;
    await anInvoice(db, 'OVERDUE', { brokerId: broker.id, amount: '1234.56', dueDate: '2026-11-28' });
    ({ page, reports } = await office.signIn('administrator', '/invoices'));
  });
  afterAll(async () => {
    await office?.close();
  });

  it('is English in a browser of English, with its amounts and days', async () => {
    await page.getByText('R$1,234.56').first().waitFor();
    await page.getByText('28 Nov 2026').first().waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });

  it('is chosen beside the theme, and stays in the browser', async () => {
    await page.getByRole('button', { name: /^administrator/ }).click();
    await page.getByRole('menuitemradio', { name: 'Português (Brasil)' }).click();
    await page.getByRole('link', { name: 'Faturas' }).waitFor();
    await page.getByText('R$ 1.234,56').first().waitFor();
    await page.getByText('28/11/2026').first().waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
    await page.reload();
    await page.getByRole('link', { name: 'Visão geral' }).click();
    await page.getByRole('heading', { name: 'Visão geral' }).waitFor();
  });

  it('changes what is read and not what is sent: a new line is created and its order followed', async () => {
    await load(page, office, `/holders/${office.holderId}`);
    await page.getByRole('button', { name: 'Nova linha …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Estoque do número').selectOption(office.numberPoolId);
    await dialog.getByLabel('Estoque do chip').selectOption(office.simPool.id);
    await dialog.getByLabel('Motivo').fill('comprada na loja');
    await dialog.getByRole('button', { name: 'Criar a linha' }).click();
    await page.waitForURL(/\/lines\/[\w-]+\?order=[\w-]+/);
    await page.getByRole('region', { name: 'O pedido' }).getByText('Concluído').waitFor();
  });

  it.each(pagesWithoutRecord)('fits on a narrow screen in Portuguese: %s', async (path) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(page, office, path);
    await page.locator('main h1').waitFor();
    await expect.poll(() => page.getByText(/^Carregando .* …$/).count()).toBe(0);
    await expect.poll(() => findMisplaced(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });

  it.each(['ACTIVE', 'BLOCKED', 'STAND_BY'] as const)(
    'leaves the actions of a line that is %s in one line on a narrow screen',
    async (status) => {
      const { db, broker } = office.system;
      const { id } = await aLine(db, status, { brokerId: broker.id });
      await page.setViewportSize({ width: 390, height: 844 });
      await visit(page, office, `/lines/${id}`);
      const actions = page.locator('main header').getByRole('button');
      await actions.getByText('Mostrar completo …').waitFor();
      const boxes = await Promise.all((await actions.all()).map((button) => button.boundingBox()));
      expect(boxes.length).toBeGreaterThan(2);
      expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
    },
  );

  it('is that of the browser before anybody has chosen one', async () => {
    const context = await office.browser.newContext({ locale: 'pt-BR' });
    const theirs = await context.newPage();
    await visit(theirs, office, '/');
    await theirs.getByRole('button', { name: 'Entrar', exact: true }).waitFor();
    await context.close();
  });

  it('loads under the content security policy without a report', () => {
    expect(reports).toEqual([]);
  });
});
