import { aPortIn } from '@linework/testing/a-port-in';
import { aPortOut } from '@linework/testing/a-port-out';
import { needs } from '@linework/testing/run/needs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers, type WatchedPage } from './a-browser.ts';
import { type Office, openOffice } from './an-office.ts';
import { look } from './look.ts';
import { load, visit } from './visit.ts';

needs('chromium');

let office: Office;
let care: WatchedPage;

/** How many of the lines of the office have a status. */
const countLines = (status: string): Promise<number> =>
  office.system.db.prisma.line.count({ where: { id: { in: [...office.lineIds] }, status } });

const dialog = (page: Page) => page.getByRole('dialog');
const progress = (page: Page) => page.getByRole('region', { name: 'The order' });

describe('new lines, batches of lines, ports and stock', () => {
  beforeAll(async () => {
    office = await openOffice({ lines: 3 });
    care = await office.signIn('care', `/holders/${office.holderId}`);
  });

  afterAll(() => office?.close());

  it('a new line of a holder is tried, created and followed until it is active', async () => {
    const { page } = care;
    await page.getByRole('button', { name: 'New line …' }).click();
    await dialog(page).getByText('Choose the number and the SIM to try it.').waitFor();
    await dialog(page).getByLabel('Pool of the number').selectOption(office.numberPoolId);
    await dialog(page).getByLabel('Pool of the SIM').selectOption(office.simPool.id);
    await dialog(page).getByText('Dry run').waitFor();
    await look(page, 'new-line');
    await dialog(page).getByLabel('Reason').fill('bought in the shop');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/lines\/[\w-]+\?order=/);
    await progress(page).getByText('Completed').waitFor();
    await page.locator('main header').getByText('Active', { exact: true }).waitFor();
    await page.getByText('“bought in the shop”').count();
  });

  it('a new line from the list names its holder by the tax id, and says beside it that nobody has it', async () => {
    const { page } = care;
    await visit(page, office, '/lines?do=new');
    await dialog(page).getByLabel('CPF or CNPJ of the holder').fill('529.982.247-25');
    await dialog(page).getByLabel('Pool of the number').selectOption(office.numberPoolId);
    await dialog(page).getByLabel('Pool of the SIM').selectOption(office.simPool.id);
    await dialog(page).getByText('No holder has this CPF or CNPJ.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL((url) => !url.search.includes('do='));
  });

  it('selected lines are blocked as a batch, after a dry run of each', async () => {
    const { page } = care;
    const [blocked = ''] = office.lineIds;
    await office.system.waitForOrder(await office.system.client.placeOrder('block', blocked), 'COMPLETED');
    await load(page, office, '/lines');
    await page.getByRole('grid', { name: 'Lines' }).waitFor();
    for (const id of office.lineIds) await page.getByLabel(`Select ${id}`).check();
    await page
      .getByRole('toolbar', { name: 'Selection' })
      .getByRole('button', { name: 'Block …', exact: true })
      .click();
    await dialog(page).getByText('2 of 3 lines allow it now.').waitFor();
    await dialog(page).getByText('1 not: Not allowed in the current status').waitFor();
    await look(page, 'lines-batch');
    await dialog(page).getByLabel('Reason').fill('the shop was robbed');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/batches\//);
    await page.getByText('the shop was robbed').first().waitFor();
    await expect.poll(() => countLines('BLOCKED')).toBe(3);
  });

  it('all lines of a filter are counted by the server before they are unblocked', async () => {
    const { page } = care;
    await load(page, office, '/lines?status=BLOCKED');
    await page.getByRole('grid', { name: 'Lines' }).waitFor();
    await page.getByLabel(`Select ${office.lineIds[0]}`).check();
    await page.getByRole('button', { name: 'Unblock all 3 …' }).click();
    await dialog(page).getByText('3 of 3 lines allow it now.').waitFor();
    await dialog(page).getByLabel('Reason').fill('the police have found them');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/batches\//);
    await expect.poll(() => countLines('ACTIVE')).toBe(3);
  });

  it('a port-in in conflict is corrected: a wrong tax id is said beside its field', async () => {
    const { page } = care;
    const { db, broker } = office.system;
    await office.system.partners();
    const { id } = await aPortIn(db, 'CONFLICT', { brokerId: broker.id, customerId: office.holderId });
    await visit(page, office, `/port-ins/${id}`);
    await page.getByRole('button', { name: 'Correct …' }).click();
    await dialog(page)
      .getByLabel(/^CPF or CNPJ/)
      .fill('111.111.111-11');
    await dialog(page).getByRole('button', { name: 'Submit again' }).click();
    await expect
      .poll(() =>
        dialog(page)
          .getByLabel(/^CPF or CNPJ/)
          .getAttribute('aria-invalid'),
      )
      .toBe('true');
    await look(page, 'correct-port-in');
    await dialog(page)
      .getByLabel(/^CPF or CNPJ/)
      .fill('529.982.247-25');
    await dialog(page).getByRole('button', { name: 'Submit again' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await page.locator('main header').getByText('Conflict').waitFor({ state: 'detached' });
    await page.locator('main').getByText('Corrected').waitFor();
  });

  it('windows stand in a calendar, in and out, and a port-out is cancelled from its page', async () => {
    const { page } = care;
    const { db, broker } = office.system;
    const { id } = await aPortOut(db, 'PENDING', { brokerId: broker.id });
    await aPortIn(db, 'PENDING', { brokerId: broker.id, customerId: office.holderId });
    await load(page, office, '/port-ins');
    await page.getByRole('button', { name: 'Windows' }).click();
    await page.waitForURL(/port-windows/);
    await page.getByRole('list', { name: 'The next seven days' }).waitFor();
    await expect.poll(() => page.locator('main table tbody tr').count()).toBe(2);
    await look(page, 'port-windows');
    await visit(page, office, `/port-outs/${id}`);
    await page.getByRole('button', { name: 'Cancel …' }).click();
    await dialog(page).getByRole('button', { name: 'Cancel the port' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await page
      .locator('main header')
      .getByText(/Cancelling|Cancelled/)
      .waitFor();
  });

  it('those who keep the stock find a number, withdraw it for a while, and recall one of a line that ended', async () => {
    const { page } = await office.signIn('stock', '/resources?status=available');
    await page.getByRole('grid', { name: 'Numbers and SIMs' }).waitFor();
    await page.getByRole('grid').getByRole('link').first().click();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Suspend' }).click();
    await dialog(page).getByRole('button', { name: 'Suspend', exact: true }).click();
    await page.locator('main header').getByText('Suspended').waitFor();
    await look(page, 'resource');
    await page.getByRole('button', { name: 'Resume …' }).click();
    await dialog(page).getByRole('button', { name: 'Resume', exact: true }).click();
    await page.locator('main header').getByText('Available').waitFor();
    const { db } = office.system;
    const created = await db.prisma.line.findFirstOrThrow({ where: { id: { notIn: [...office.lineIds] } } });
    await office.system.waitForOrder(await office.system.client.placeOrder('delete', created.id), 'COMPLETED');
    const number = await db.prisma.resource.findFirstOrThrow({ where: { externalCode: created.msisdn } });
    await visit(page, office, `/resources/${number.id}`);
    await page.locator('main header').getByText('Quarantined').waitFor();
    await page.getByRole('button', { name: 'Recall …' }).click();
    await dialog(page).getByRole('button', { name: 'Recall', exact: true }).click();
    await page.locator('main header').getByText('Active').waitFor();
    // Nothing about people and money is on their pages.
    const names = await page.getByRole('navigation').getByRole('link').allInnerTexts();
    expect(names).toEqual(expect.arrayContaining(['Numbers and SIMs', 'Pools', 'Lines']));
    expect(names).not.toContain('Holders');
    expect(names).not.toContain('Subscriptions');
  });

  it('have reported nothing that was blocked', () => {
    expect(care.reports.filter((text) => !/status of (?:4\d\d)/.test(text))).toEqual([]);
  });
});
