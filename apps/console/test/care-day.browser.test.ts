import { aLineWithProducts, aProduct } from '@linework/testing/a-line-with-products';
import { aPaymentMethod } from '@linework/testing/a-payment-method';
import { anInvoice } from '@linework/testing/an-invoice';
import { needs } from '@linework/testing/run/needs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers, type WatchedPage } from './a-browser.ts';
import { type Office, openOffice } from './an-office.ts';
import { look } from './look.ts';
import { load, visit } from './visit.ts';

needs('chromium');

let office: Office;
let watched: WatchedPage;
let invoiceId: string;

/** Counts what a person does: a click, a key, and a text that is typed at once. */
function countSteps(page: Page) {
  let steps = 0;
  return {
    count: () => steps,
    click: async (name: string | RegExp, within = page.locator('body')) => {
      steps += 1;
      await within.getByRole('button', { name, exact: true }).click();
    },
    press: async (key: string) => {
      steps += 1;
      await page.keyboard.press(key);
    },
    type: async (text: string) => {
      steps += 1;
      await page.keyboard.type(text);
    },
  };
}

const dialog = (page: Page) => page.getByRole('dialog');

describe('the day of those who care for customers', () => {
  beforeAll(async () => {
    office = await openOffice({ lines: 2 });
    const { system, holderId, lineIds } = office;
    const { db, broker } = system;
    await system.partners();
    await aPaymentMethod(db, 'ACTIVE', {
      brokerId: broker.id,
      customerId: holderId,
      type: 'PIX_AUTHORIZATION',
      isDefault: true,
    });
    ({ id: invoiceId } = await anInvoice(db, 'OVERDUE', {
      brokerId: broker.id,
      customerId: holderId,
      amount: '1149.90',
    }));
    await system.waitForOrder(await system.client.placeOrder('block', lineIds[0] ?? ''), 'COMPLETED');
    watched = await office.signIn('care', '/lines');
  });

  afterAll(() => office?.close());

  it('a person who cannot call pays the bill and calls again, in at most ten clicks and keys', async () => {
    const { page } = watched;
    const { db } = office.system;
    const { federalTaxId } = await db.prisma.holder.findUniqueOrThrow({ where: { id: office.holderId } });
    await page.getByRole('heading', { name: 'Lines' }).waitFor();
    const steps = countSteps(page);
    await steps.press('/');
    await steps.type(federalTaxId ?? '');
    await steps.press('Enter');
    await page.locator('main li').getByRole('link').first().waitFor();
    await steps.press('Enter');
    await page.waitForURL(/\/holders\//);
    // The record that is open is in clear.
    await page.getByRole('heading', { name: office.holderName, level: 1 }).waitFor();
    await page.getByRole('table', { name: 'To be paid' }).getByText('R$1,149.90').waitFor();
    await steps.click('Charge …');
    await dialog(page).getByLabel('From').waitFor();
    await steps.click('Charge R$1,149.90', dialog(page));
    await page.getByRole('table', { name: 'To be paid' }).waitFor({ state: 'detached' });
    await page.getByRole('table', { name: 'Payments' }).getByText('Confirmed').waitFor();
    await page.getByRole('table', { name: 'Bills' }).getByText('Paid').waitFor();
    await steps.click('Unblock …');
    await dialog(page).getByText('Dry run').waitFor();
    await steps.type('paid by Pix');
    await steps.press('Enter');
    await page.getByRole('region', { name: 'The order' }).getByText('Completed').waitFor();
    await expect
      .poll(() => page.getByRole('table', { name: 'Lines' }).getByText('Active', { exact: true }).count())
      .toBe(2);
    expect(steps.count()).toBeLessThanOrEqual(10);
    expect(steps.count()).toBe(9);
    expect(await findBarriers(page)).toEqual([]);
    expect((await db.prisma.invoice.findUniqueOrThrow({ where: { id: invoiceId } })).status).toBe('PAID');
  });

  it('the audit says once that the holder was opened, and by whom', async () => {
    const { db } = office.system;
    const opened = await db.prisma.event.findMany({ where: { type: 'operator.unmasked' } });
    expect(opened.map(({ details }) => details)).toEqual([
      { resource: 'holder', id: office.holderId, reason: 'opened the page of this holder' },
    ]);
    const other = await office.signIn('operator', `/holders/${office.holderId}`);
    await other.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await other.page.getByText(office.holderName).count()).toBe(0);
  });

  it('the holder has everything on one page, calm in light and dark, wide and narrow', async () => {
    const { page } = watched;
    const { db, broker } = office.system;
    const line = await aLineWithProducts(db, [aProduct({ amounts: { DATA: 10_000_000_000, SMS: 50 } })], {
      brokerId: broker.id,
      status: 'ACTIVE',
    });
    await db.prisma.line.update({ where: { id: line.id }, data: { holderId: office.holderId } });
    await anInvoice(db, 'OPEN', { brokerId: broker.id, customerId: office.holderId, amount: '44.91', cycle: 2 });
    await load(page, office, `/holders/${office.holderId}`);
    await page.getByRole('table', { name: 'To be paid' }).waitFor();
    await page.getByText('10 GB, 50 messages').waitFor();
    await look(page, 'holder-of-care');
  });

  it('tops up a line, with what is wrong beside its field', async () => {
    const { page } = watched;
    await visit(page, office, `/holders/${office.holderId}`);
    await page.getByRole('button', { name: 'Top up …' }).click();
    await dialog(page).getByLabel('How much, in GB').fill('5');
    await dialog(page).getByLabel('Until the end of').fill('2020-01-01');
    await dialog(page).getByLabel('Reason').fill('three days without service');
    await dialog(page).getByRole('button', { name: 'Top up', exact: true }).click();
    await expect.poll(() => dialog(page).getByLabel('Until the end of').getAttribute('aria-invalid')).toBe('true');
    await look(page, 'top-up');
    await dialog(page).getByLabel('Until the end of').fill('2030-01-01');
    await dialog(page).getByRole('button', { name: 'Top up', exact: true }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByText('15 GB, 50 messages').waitFor();
  });

  it('have reported nothing that was blocked', () => {
    expect(watched.reports.filter((text) => !/status of (?:4\d\d)/.test(text))).toEqual([]);
  });
});
