import { aBilledInvoice } from '@linework/testing/a-billed-invoice';
import { aPayment } from '@linework/testing/a-payment';
import { aRefund } from '@linework/testing/a-refund';
import { aSubscription } from '@linework/testing/a-subscription';
import { aSupplier } from '@linework/testing/a-supplier';
import { anInvoice } from '@linework/testing/an-invoice';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { longLease } from '@linework/testing/processes/start-worker';
import { needs } from '@linework/testing/run/needs';
import type { Browser, Page } from 'playwright-core';
import { v7 as newId } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clearPage, openPage, startBrowser, type WatchedPage } from './a-browser.ts';
import { aPasswordHash, password } from './a-night.ts';
import { type BuiltConsole, buildConsole } from './build-console.ts';
import { look } from './look.ts';
import { itHasPages, type PageCase } from './page-cases.ts';
import { list, load, visit as visitPage } from './visit.ts';

needs('chromium');

interface Office {
  readonly system: System;
  readonly holderId: string;
  readonly draftId: string;
  readonly overdueId: string;
  readonly paidId: string;
  readonly paymentId: string;
  readonly refundId: string;
  readonly receiptId: string;
  readonly offerId: string;
}

async function send(system: System, method: 'POST' | 'GET', path: string, body?: object) {
  const { text, status } = await system.client.send(method, path, body === undefined ? {} : { body });
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
  return JSON.parse(text) as { readonly id: string };
}

/** A person of the operator with the role. */
async function aPerson({ db }: System, name: string, role: string): Promise<void> {
  await db.prisma.operator.create({ data: { id: newId(), name, role, passwordHash: await aPasswordHash() } });
}

/** An offer of two versions, a holder with invoices of three cycles, one refused payment, a receipt and a refund. */
async function openOffice(consoleFolder: string): Promise<Office> {
  const system = await startSystem({ settings: { CONSOLE_FOLDER: consoleFolder } });
  const { db, broker } = system;
  const brokerId = broker.id;
  await system.partners();
  await system.startWorker(longLease);
  for (const [name, role] of [
    ['Ana', 'administrator'],
    ['Bia', 'billing'],
    ['Caio', 'catalogue'],
  ] as const)
    await aPerson(system, name, role);
  await aSupplier(db, { brokerId });
  const { customerId } = await aBilledInvoice(db, { brokerId });
  const subscription = await aSubscription(db, 'ACTIVE', { brokerId, customerId });
  const owner = { brokerId, customerId, subscriptionId: subscription.id };
  const periods = [
    { cycle: 1, periodFrom: '2026-08-01', periodUntil: '2026-09-01', amount: '44.91' },
    { cycle: 2, periodFrom: '2026-09-01', periodUntil: '2026-10-01', amount: '49.90' },
    { cycle: 3, periodFrom: '2026-10-01', periodUntil: '2026-11-01', amount: '49.90' },
  ] as const;
  const paid = await anInvoice(db, 'PAID', { ...owner, ...periods[0] });
  const overdue = await anInvoice(db, 'OVERDUE', { ...owner, ...periods[1] });
  const draft = await anInvoice(db, 'DRAFT', { ...owner, ...periods[2] });
  await send(system, 'POST', '/payment-methods', {
    customerId,
    type: 'CARD',
    token: `tok_${newId()}`,
    makeDefault: true,
  });
  const confirmed = await aPayment(db, 'CONFIRMED', { brokerId, customerId, invoiceId: paid.id, amount: '44.91' });
  await aPayment(db, 'FAILED', { brokerId, customerId, invoiceId: overdue.id, amount: '49.90' });
  const refund = await aRefund(db, 'COMPLETED', { brokerId });
  const receipt = await send(system, 'POST', '/tax-receipts', { invoiceId: paid.id, documentModel: '62' });
  await send(system, 'POST', `/tax-receipts/${receipt.id}/issue`);
  const { content } = await db.prisma.offerVersion.findFirstOrThrow({ where: { offerId: subscription.offerId } });
  const { products, ...rest } = content as unknown as { readonly products: readonly object[] };
  await db.prisma.offerVersion.create({
    data: {
      id: newId(),
      offerId: subscription.offerId,
      brokerId,
      version: 2,
      validFrom: new Date('2026-09-01T03:00:00Z'),
      content: { ...rest, products: products.map((product) => ({ ...product, price: '54.90' })) },
    },
  });
  return {
    system,
    holderId: customerId,
    draftId: draft.id,
    overdueId: overdue.id,
    paidId: paid.id,
    paymentId: confirmed.id,
    refundId: refund.id,
    receiptId: receipt.id,
    offerId: subscription.offerId,
  };
}

const pages: Readonly<Record<string, (office: Office) => PageCase>> = {
  invoices: () => ({ path: '/invoices', shows: /^Overdue$/, needs: list('/invoices'), empty: 'There is no invoice' }),
  invoice: ({ overdueId }) => ({
    path: `/invoices/${overdueId}`,
    shows: 'R$4.99 more than in cycle 1',
    needs: /console\/api\/invoices\/[\w-]+$/,
  }),
  payments: () => ({ path: '/payments', shows: 'Failed', needs: list('/payments'), empty: 'There is no payment' }),
  payment: ({ paymentId }) => ({
    path: `/payments/${paymentId}`,
    shows: 'Open the invoice',
    needs: /console\/api\/payments\/[\w-]+$/,
  }),
  refunds: () => ({ path: '/refunds', shows: 'Completed', needs: list('/refunds'), empty: 'There is no refund' }),
  refund: ({ refundId }) => ({
    path: `/refunds/${refundId}`,
    shows: 'Open the payment',
    needs: /console\/api\/refunds\/[\w-]+$/,
  }),
  'tax-receipts': () => ({
    path: '/tax-receipts',
    shows: 'No. 1',
    needs: list('/tax-receipts'),
    empty: 'There is no tax receipt',
  }),
  'tax-receipt': ({ receiptId }) => ({
    path: `/tax-receipts/${receiptId}`,
    shows: 'NFCom (62), SP',
    needs: /console\/api\/tax-receipts\/[\w-]+$/,
  }),
  offers: () => ({ path: '/offers', shows: 'Version 2', needs: list('/catalog/offers'), empty: 'There is no offer' }),
  offer: ({ offerId }) => ({
    path: `/offers/${offerId}`,
    shows: 'R$54.90 a cycle, postpaid',
    needs: /console\/api\/catalog\/offers\/[\w-]+$/,
  }),
};

/** A part of a page that the role may not read says so, and the browser reports it. */
const isNotForThisRole = /status of 403/;

let built: BuiltConsole;
let office: Office;
let browser: Browser;
let watched: WatchedPage;

async function signIn({ page }: WatchedPage, name: string, path: string): Promise<void> {
  await load(page, office, path);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
}

const visit = (page: Page, path: string): Promise<void> => visitPage(page, office, path);

/** Counts what a person does: each click, and each field that is filled. */
function counted(page: Page) {
  let steps = 0;
  return {
    click: (name: string | RegExp, role: 'button' | 'link' = 'button') => {
      steps += 1;
      return page.getByRole(role, { name }).first().click();
    },
    fill: (label: string | RegExp, text: string) => {
      steps += 1;
      return page.getByLabel(label).fill(text);
    },
    press: (key: string) => {
      steps += 1;
      return page.keyboard.press(key);
    },
    steps: () => steps,
  };
}

describe('the pages of money', () => {
  beforeAll(async () => {
    built = await buildConsole();
    office = await openOffice(built.folder);
    browser = await startBrowser();
    watched = await openPage(browser);
    await signIn(watched, 'Ana', '/invoices');
    await watched.page.getByRole('heading', { name: 'Invoices' }).waitFor();
  });

  afterAll(async () => {
    await browser?.close();
    await office?.system.close();
    built?.remove();
  });

  afterEach(() => clearPage(watched.page));

  itHasPages(Object.keys(pages), ['invoices', 'payments', 'refunds', 'tax-receipts', 'offers'], () => ({
    page: watched.page,
    served: office,
    caseOf: (name) => pages[name]?.(office) as PageCase,
  }));

  it('lead by the keyboard alone from an invoice to its payment, and from there back', async () => {
    const { page } = watched;
    await visit(page, '/payments');
    await page.getByRole('heading', { name: 'Payments' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('f');
    await page.getByRole('grid', { name: 'Invoices' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/invoices\/[\w-]+$/);
    await visit(page, `/invoices/${office.overdueId}`);
    await page.getByRole('table', { name: 'Payments' }).getByRole('link').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/payments\//);
    await page.getByRole('link', { name: 'Open the invoice' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(office.overdueId));
  });

  it('show a receipt in clear with a reason only, inside the page', async () => {
    const { page } = watched;
    await visit(page, `/tax-receipts/${office.receiptId}`);
    await page.getByRole('heading', { name: 'Receipt no. 1' }).waitFor();
    expect(await page.getByText(/Concei[cç][aã]o/).count()).toBe(0);
    await page.getByRole('button', { name: /Show in clear/ }).click();
    await page.getByLabel('Reason').fill('the customer called');
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Items of the document' }).getByText('Controle 10 GB').waitFor();
    await page
      .getByText(/Concei[cç][aã]o/)
      .first()
      .waitFor();
    await look(page, 'receipt-in-clear');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'PDF' }).click();
    expect((await download).suggestedFilename()).toBe('receipt-1.pdf');
    await page.getByRole('button', { name: 'Hide' }).click();
    expect(await page.getByText(/Concei[cç][aã]o/).count()).toBe(0);
  });

  it('refund a part of a payment with a reason, and never more than is left of it', async () => {
    const { page } = watched;
    const { paymentId } = office;
    await visit(page, `/payments/${paymentId}`);
    await page.getByRole('button', { name: 'Refund …' }).click();
    await page.getByLabel('Amount').fill('99.00');
    await page.getByLabel('Reason').fill('charged twice');
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await page.locator('input[name=amount][aria-invalid=true]').waitFor();
    // What was typed is still there.
    expect(await page.getByLabel('Reason').inputValue()).toBe('charged twice');
    await page.getByLabel('Amount').fill('10,00');
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await page.getByRole('table', { name: 'Refunds' }).getByText('charged twice').waitFor();
  });

  it('filter payments by an amount as it is typed, and say beside the field what is no amount', async () => {
    const { page } = watched;
    await visit(page, '/payments');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('button', { name: 'Amount from' }).click();
    const field = page.getByLabel('Amount from');
    await field.fill('ten');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Write a number, as 1,234.56.').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await field.fill('45,5');
    await page.keyboard.press('Enter');
    await page.waitForURL(/amountFrom=45\.50/);
    await page.getByRole('button', { name: 'Change the filter Amount from, 45.50' }).waitFor();
    const rows = page.getByRole('grid', { name: 'Payments' }).getByRole('row');
    await expect.poll(async () => (await rows.allInnerTexts()).join()).not.toMatch(/44\.91/);
  });

  it('billing: a month ends with its drafts approved, its receipts issued and its debt paid', async () => {
    const own = await openPage(browser);
    const { page } = own;
    await signIn(own, 'Bia', '/invoices');
    await page.getByRole('heading', { name: 'Invoices' }).waitFor();
    const person = counted(page);
    await person.click('To approve');
    const rows = page.getByRole('grid', { name: 'Invoices' }).getByRole('row');
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.any(String), expect.stringContaining('Draft')]);
    await person.click('R$49.90', 'link');
    await person.click('Approve …');
    await person.click(/^Approve$/);
    await person.click('Draft a receipt …');
    await person.click(/^Draft a receipt$/);
    await page.waitForURL(/\/tax-receipts\//);
    await person.click('Issue …');
    await person.click(/^Issue$/);
    await page.getByRole('heading', { name: 'Receipt no. 2' }).waitFor();
    expect(person.steps()).toBeLessThanOrEqual(10);
    const chase = counted(page);
    await chase.press('g');
    await chase.press('f');
    await chase.click('Overdue');
    await page.waitForURL(/status=OVERDUE/);
    await expect.poll(async () => (await rows.allInnerTexts()).join()).not.toMatch(/Paid|Open/);
    await chase.click('R$49.90', 'link');
    await chase.click('Pay …');
    await chase.click(/^Pay$/);
    await page.locator('header').first().getByText('Paid', { exact: true }).waitFor();
    expect(chase.steps()).toBeLessThanOrEqual(10);
    expect(own.reports.filter((text) => !isNotForThisRole.test(text))).toEqual([]);
    await page.context().close();
  });

  it('catalogue: a price is changed after it was seen beside the old one', async () => {
    const own = await openPage(browser);
    const { page } = own;
    await signIn(own, 'Caio', '/offers');
    await page.getByRole('heading', { name: 'Offers' }).waitFor();
    await page.goto(`${office.system.api.adminUrl}/console/offers/${office.offerId}`);
    const person = counted(page);
    await person.click('New version …');
    await person.fill(/Price of Controle 10 GB/, '59,90');
    const change = page.getByRole('table', { name: 'What would change' });
    await change.getByText('R$59.90 a cycle, postpaid').waitFor();
    expect(await change.locator('tr[data-different]').count()).toBe(1);
    await look(page, 'new-version');
    await person.click('Publish …');
    await page.getByText(/those that exist keep the version/).waitFor();
    await person.click(/^Publish$/);
    await page.locator('header').first().getByText('Version 3', { exact: true }).waitFor();
    expect(person.steps()).toBeLessThanOrEqual(10);
    await page.getByLabel('Left version').selectOption('1');
    await page.getByRole('table', { name: 'Versions side by side' }).getByText('R$49.90 a cycle, postpaid').waitFor();
    await page.waitForURL(/left=1/);
    expect(own.reports.filter((text) => !isNotForThisRole.test(text))).toEqual([]);
    await page.context().close();
  });

  it('have reported nothing that was blocked, and no error but the ones of this test', () => {
    const expected = /status of 500|status of 40[0349]/;
    expect(watched.reports.filter((text) => !expected.test(text))).toEqual([]);
  });
});
