import { anAddress, anItem, aReceipt, withIbsCbs, withoutIbsCbs } from '@linework/testing/documents/a-receipt';
import { validateAgainstSchema } from '@linework/testing/documents/validate-against-schema';
import { describe, expect, it } from 'vitest';
import { buildNfcomXml, InvalidNfcom } from '../src/build-nfcom-xml.ts';
import { calculateLevy } from '../src/calculate-levy.ts';
import type { Icms } from '../src/model/item.ts';
import type { Receipt } from '../src/model/receipt.ts';
import { aSigner } from './support/a-signer.ts';

const { issuer, customer, subscriber, billing, issue } = aReceipt();
const relief = { amount: '1.20', benefit: 'SP010240' };
const povertyFund = { rate: '2', amount: '1.00' };

const everyIcms: readonly Icms[] = [
  { kind: 'TAXED', ...calculateLevy('49.90', '18') },
  { kind: 'TAXED', ...calculateLevy('49.90', '18'), povertyFund },
  { kind: 'REDUCED', reduction: '33.33', ...calculateLevy('33.27', '18'), relief, povertyFund },
  { kind: 'REDUCED', reduction: '10', ...calculateLevy('44.91', '18') },
  { kind: 'EXEMPT', relief },
  { kind: 'EXEMPT' },
  { kind: 'UNTAXED' },
  { kind: 'DEFERRED', relief },
  { kind: 'OTHER', ...calculateLevy('49.90', '7'), relief, povertyFund },
  { kind: 'SIMPLE' },
];

const kinds: Readonly<Record<string, Receipt>> = {
  'for a person': aReceipt(),
  'for a company that pays ICMS': aReceipt({
    customer: { ...customer, identity: { cnpj: '11222333000181' }, stateTaxId: '110042490114' },
  }),
  'for a company that is exempt': aReceipt({
    customer: { ...customer, identity: { cnpj: '11222333000181' }, stateTaxId: 'EXEMPT' },
  }),
  'for a foreigner': aReceipt({ customer: { ...customer, identity: { other: 'YB4567821' } } }),
  'of a trial': aReceipt({ environment: 'TRIAL' }),
  'of prepaid services': aReceipt({ billing: null, items: [anItem({ creditUntil: '2026-12-21' })] }),
  'of the Simples Nacional': aReceipt({
    issuer: { ...issuer, regime: 'SIMPLE' },
    items: [withoutIbsCbs(anItem({ taxes: { icms: { kind: 'SIMPLE' } } }))],
  }),
  'of 2025': aReceipt({
    issue: issue && { ...issue, at: new Date('2025-12-31T12:00:00Z') },
    items: [withoutIbsCbs(anItem())],
  }),
  'with an item of zero': aReceipt({
    items: [withIbsCbs(anItem({ unitPrice: '0', taxes: { icms: { kind: 'SIMPLE' } } })), anItem()],
  }),
  'with the most expensive items': aReceipt({
    items: [withIbsCbs(anItem({ quantity: '1', unitPrice: '9999999999999', taxes: { icms: { kind: 'EXEMPT' } } }))],
  }),
  'with every kind of ICMS': aReceipt({ items: everyIcms.map((icms) => anItem({ taxes: { icms } })) }),
  'with only the required fields': aReceipt({
    subscriber: {
      code: '1',
      kind: 'OTHER',
      service: 'OTHER',
      contract: { number: '1', from: '2026-02-01' },
      lines: [],
    },
    billing: { month: '2026-11', dueOn: '2026-12-10', slip: '8'.repeat(44) },
    notes: [],
    customer: { ...customer, address: anAddress() },
  }),
  'with every field': aReceipt({
    fiscalNote: 'Convênio ICMS 115/03 & ajuste SINIEF 07/22',
    billing: billing && { ...billing, directDebitCode: '0048112' },
    subscriber: { ...subscriber, contract: { number: 'CT-1', from: '2024-02-29', until: '2026-12-31' } },
    items: [
      anItem({ discount: '0.10', surcharge: '1.25', note: 'Crédito válido por 30 dias', creditUntil: '2026-12-21' }),
    ],
  }),
  'in the farthest west': aReceipt({
    issuer: { ...issuer, address: anAddress({ state: 'AC', cityCode: '1200401', city: 'Rio Branco' }) },
  }),
  "with letters outside the authority's alphabet": aReceipt({
    customer: { ...customer, name: 'Łukasz “Dvořák” <b> & 李 – sócios de um nome que não acaba nunca mais e segue' },
  }),
  'with letters in the CNPJ of both parties': aReceipt({
    issuer: { ...issuer, federalTaxId: '12ABC34501DE35' },
    customer: { ...customer, identity: { cnpj: '12ABC34501DE35' } },
  }),
  'of 990 items': aReceipt({ items: Array.from({ length: 990 }, (_, index) => anItem({ code: `I${index}` })) }),
};

describe('the XML of a receipt', () => {
  it.for(Object.entries(kinds))('%s is valid under the official schema', ([, receipt]) => {
    expect(validateAgainstSchema('nfcom_v1.00.xsd', buildNfcomXml(receipt, aSigner))).toEqual([]);
  });

  it('is the same each time', () => {
    expect(buildNfcomXml(aReceipt(), aSigner)).toBe(buildNfcomXml(aReceipt(), aSigner));
  });

  it('has net prices: each vProd is after discount and surcharge, and the totals are their sums', () => {
    const items = [
      anItem(),
      anItem({ quantity: '3', unitPrice: '0.335', discount: '0.20' }),
      anItem({ quantity: '1', unitPrice: '5', surcharge: '0.49' }),
    ];
    const xml = buildNfcomXml(aReceipt({ items }), aSigner);
    expect([...xml.matchAll(/<vProd>([\d.]+)</g)].map(([, value]) => value)).toEqual([
      '49.90',
      '0.80',
      '5.49',
      '56.19',
    ]);
    expect(xml).toContain('<vDesc>0.20</vDesc><vOutro>0.49</vOutro><vNF>56.19</vNF>');
  });

  it('has IBS and CBS of each item, without ICMS, PIS and COFINS in the base, and their sums', () => {
    const discounted = withIbsCbs(
      anItem({ quantity: '1', unitPrice: '60.00', discount: '10.00', taxes: { icms: { kind: 'EXEMPT' } } }),
    );
    const xml = buildNfcomXml(aReceipt({ items: [withIbsCbs(anItem()), discounted] }), aSigner);
    const state = (amount: string) => `<gIBSUF><pIBSUF>0.1000</pIBSUF><vIBSUF>${amount}</vIBSUF></gIBSUF>`;
    const city = '<gIBSMun><pIBSMun>0.0000</pIBSMun><vIBSMun>0.00</vIBSMun></gIBSMun>';
    const cbs = (amount: string) => `<gCBS><pCBS>0.9000</pCBS><vCBS>${amount}</vCBS></gCBS>`;
    const item = (base: string, ibsAmount: string, cbsAmount: string) =>
      `<IBSCBS><CST>000</CST><cClassTrib>000001</cClassTrib><gIBSCBS><vBC>${base}</vBC>${state(ibsAmount)}${city}<vIBS>${ibsAmount}</vIBS>${cbs(cbsAmount)}</gIBSCBS></IBSCBS></imposto>`;
    // 49.90 less ICMS 8.98, fund against poverty 1.00, PIS 0.32 and COFINS 1.50.
    expect(xml).toContain(item('38.10', '0.04', '0.34'));
    expect(xml).toContain(item('50.00', '0.05', '0.45'));
    const nothing = '<vDif>0.00</vDif><vDevTrib>0.00</vDevTrib>';
    const ofCity = `<gIBSMun>${nothing}<vIBSMun>0.00</vIBSMun></gIBSMun>`;
    const ibs = `<gIBS><gIBSUF>${nothing}<vIBSUF>0.09</vIBSUF></gIBSUF>${ofCity}<vIBS>0.09</vIBS></gIBS>`;
    // In 2026 IBS and CBS are not added to the total.
    const cbsTotal = `<gCBS>${nothing}<vCBS>0.79</vCBS></gCBS>`;
    const sums = `<IBSCBSTot><vBCIBSCBS>88.10</vBCIBSCBS>${ibs}${cbsTotal}</IBSCBSTot>`;
    const end = `<vNF>99.90</vNF>${sums}<vTotDFe>99.90</vTotDFe></total>`;
    expect(xml).toContain(end);
  });

  it('has no group of IBS and CBS when none is due', () => {
    const xml = buildNfcomXml(kinds['of the Simples Nacional'] ?? aReceipt(), aSigner);
    expect(xml).not.toContain('IBSCBS');
    expect(xml).not.toContain('vTotDFe');
  });

  it("has the time in the issuer's state", () => {
    const { issue } = aReceipt();
    const xml = buildNfcomXml(
      aReceipt({ issue: issue && { ...issue, at: new Date('2026-12-01T02:59:59Z') } }),
      aSigner,
    );
    expect(xml).toContain('<dhEmi>2026-11-30T23:59:59-03:00</dhEmi>');
    expect(xml).toContain('Id="NFCom352611');
  });

  it('is rejected with all violations', () => {
    const rejected = catchInvalidNfcom(
      aReceipt({
        documentModel: 'DEBIT_RECEIPT',
        customer: { ...customer, address: null },
        items: [anItem({ cfop: undefined })],
      }),
    );
    expect(rejected.violations.map(({ path }) => path)).toEqual(['documentModel', 'customer.address', 'items[0].cfop']);
    expect(rejected.message).toContain('customer.address must be known');
  });
});

function catchInvalidNfcom(receipt: Receipt): InvalidNfcom {
  try {
    buildNfcomXml(receipt, aSigner);
  } catch (error) {
    if (error instanceof InvalidNfcom) return error;
    throw error;
  }
  throw new Error('The receipt was not rejected.');
}
