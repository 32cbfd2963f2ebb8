import { anInvoice } from '@linework/testing/an-invoice';
import { needs } from '@linework/testing/run/needs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Office, openOffice } from './an-office.ts';
import { pagesWithoutRecord, visit } from './visit.ts';

needs('chromium');

let office: Office;
let page: Page;
/** What a page may not have in clear, by its kind. */
let secrets: readonly (readonly [kind: string, value: string])[];
let pagesOfRecords: readonly string[];

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}@]/gu, '');

beforeAll(async () => {
  office = await openOffice();
  const { db, broker } = office.system;
  const brokerId = broker.id;
  const lines = await db.prisma.line.findMany({ where: { id: { in: [...office.lineIds] } } });
  const holder = await db.prisma.holder.findUniqueOrThrow({ where: { id: office.holderId } });
  const orders = await db.prisma.order.findMany({ where: { brokerId }, take: 1 });
  const resource = await db.prisma.resource.findFirstOrThrow({ where: { poolId: office.simPool.id } });
  const invoice = await anInvoice(db, 'OVERDUE', { brokerId, customerId: holder.id });
  secrets = [
    ...lines.flatMap(({ msisdn, iccid, imsi }) => [
      ['a number', msisdn],
      ['an ICCID', iccid],
      ['an IMSI', imsi],
    ]),
    ['the name of the holder', holder.name],
    ['the tax id of the holder', holder.federalTaxId ?? 'none'],
    ['the e-mail of the holder', holder.email ?? ''],
    ['the code of a resource', resource.externalCode],
  ].map(([kind, value]) => [kind ?? '', plain(value ?? '').replace(/^55/, '')] as const);
  pagesOfRecords = [
    ...lines.slice(0, 1).map(({ id }) => `/lines/${id}`),
    ...orders.map(({ id }) => `/orders/${id}`),
    `/holders/${holder.id}`,
    `/resources/${resource.id}`,
    `/pools/${office.simPool.id}`,
    `/invoices/${invoice.id}`,
    `/brokers/${brokerId}`,
  ];
});
afterAll(async () => {
  await office?.close();
});

/** The texts, attributes and entered values of the page, and its title and address. */
const readPage = (from: Page): Promise<string> =>
  from.evaluate(() =>
    [
      document.documentElement.textContent,
      ...[...document.querySelectorAll('*')].flatMap(({ attributes }) => [...attributes].map(({ value }) => value)),
      ...[...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value),
      document.title,
      location.href,
    ].join(' '),
  );

async function findSecrets(path: string): Promise<readonly string[]> {
  await visit(page, office, path);
  await page.locator('main h1').waitFor();
  await expect.poll(() => page.getByText(/^Loading .* …$/).count()).toBe(0);
  const shown = plain(await readPage(page));
  return secrets.filter(([, value]) => shown.includes(value)).map(([kind]) => `${path} has ${kind}`);
}

describe.each(['viewer', 'operator', 'care', 'billing', 'stock', 'administrator'] as const)(
  'before a person of the role %s unmasks a record',
  (role) => {
    it('no page has a number, a code, a name or a tax id in clear, in any place', async () => {
      ({ page } = await office.signIn(role, '/lines'));
      const found: string[] = [];
      // The page of a record shows it in clear to care, which is audited.
      const paths = role === 'care' ? pagesWithoutRecord : [...pagesWithoutRecord, ...pagesOfRecords];
      for (const path of paths) found.push(...(await findSecrets(path)));
      expect(found).toEqual([]);
    });
  },
);

it('a record that a person unmasks is found in clear by the same search', async () => {
  ({ page } = await office.signIn('administrator', `/holders/${office.holderId}`));
  await page.getByRole('button', { name: 'Show in clear …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('the person is on the phone');
  await dialog.getByRole('button', { name: /^Show/ }).click();
  await expect.poll(async () => plain(await readPage(page)).includes(plain(office.holderName))).toBe(true);
});
