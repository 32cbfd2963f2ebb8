import {
  anAddress,
  anIbsCbs,
  anItem,
  aReceipt,
  withIbsCbs,
  withoutIbsCbs,
} from '@linework/testing/documents/a-receipt';
import { describe, expect, it } from 'vitest';
import { calculateLevy } from '../src/calculate-levy.ts';
import { findReceiptViolations } from '../src/find-receipt-violations.ts';
import type { IbsCbs, Icms } from '../src/model/item.ts';
import type { Billing, Customer, Issue, Issuer, Receipt, Subscriber } from '../src/model/receipt.ts';
import { buildIbsCbsRules } from '../src/rules/ibs-cbs-rules.ts';
import { billingRules, issueRules } from '../src/rules/issue-rules.ts';
import { itemRules } from '../src/rules/item-rules.ts';
import { addressRules, customerRules, issuerRules, subscriberRules } from '../src/rules/party-rules.ts';

const completeReceipt = aReceipt();
const issuer = (changes: Partial<Issuer>): Partial<Receipt> => ({ issuer: { ...completeReceipt.issuer, ...changes } });
const customer = (changes: Partial<Customer>): Partial<Receipt> => ({
  customer: { ...completeReceipt.customer, ...changes },
});
const address = (changes: Parameters<typeof anAddress>[0]) => customer({ address: anAddress(changes) });
const subscriber = (changes: Partial<Subscriber>): Partial<Receipt> => ({
  subscriber: { ...completeReceipt.subscriber, ...changes },
});
const item = (changes: Parameters<typeof anItem>[0]): Partial<Receipt> => ({ items: [anItem(changes)] });
const icms = (tax: Icms) => item({ taxes: { icms: tax } });
const ibsCbs = (changes: Partial<IbsCbs>) =>
  item({ taxes: { icms: { kind: 'OUTSIDE' }, ibsCbs: anIbsCbs(changes) }, cfop: undefined });
const issuedAt = (at: string) => issue({ at: new Date(at) });
const billing = (changes: Partial<Billing>): Partial<Receipt> => ({
  billing: { month: '2026-11', dueOn: '2026-12-10', slip: '8'.repeat(48), ...changes },
});
const issue = (changes: Partial<Issue>): Partial<Receipt> => ({
  issue: completeReceipt.issue && { ...completeReceipt.issue, ...changes },
});
const alphanumeric = '12ABC34501DE35';
const aLine = { number: '11987654321', state: 'SP' } as const;
const withoutContract = ({ contract: _, ...others }: Subscriber): Subscriber => others;

const cases: readonly (readonly [path: string, changes: Partial<Receipt>])[] = [
  ['documentModel', { documentModel: '22' }],
  ['documentModel', { documentModel: 'DEBIT_RECEIPT' }],
  ['issue', { issue: null }],
  ['items', { items: [] }],
  ['items', { items: Array.from({ length: 991 }, () => anItem()) }],
  ['notes', { notes: ['a', 'b', 'c', 'd', 'e', 'f'] }],
  ['notes', { notes: [' '] }],
  ['fiscalNote', { fiscalNote: '\n' }],
  ['issuer.federalTaxId', issuer({ federalTaxId: alphanumeric.toLowerCase() })],
  ['issuer.federalTaxId', issuer({ federalTaxId: '11222333000182' })],
  ['issuer.federalTaxId', issuer({ federalTaxId: '11.222.333/0001-81' })],
  ['issuer.stateTaxId', issuer({ stateTaxId: '110.042' })],
  ['issuer.name', issuer({ name: 'L' })],
  ['issuer.tradeName', issuer({ tradeName: ' ' })],
  ['issuer.address.postalCode', issuer({ address: anAddress({ postalCode: '01310-100' }) })],
  ['customer.name', customer({ name: ' ' })],
  ['customer.identity.cnpj', customer({ identity: { cnpj: alphanumeric.replace('A', 'B') } })],
  ['customer.identity.cpf', customer({ identity: { cpf: '52998224726' } })],
  ['customer.identity.other', customer({ identity: { other: 'YB 4567' } })],
  ['customer.stateTaxId', customer({ stateTaxId: 'ISENTO' })],
  ['customer.address', customer({ address: null })],
  ['customer.address.street', address({ street: '1' })],
  ['customer.address.number', address({ number: '' })],
  ['customer.address.complement', address({ complement: ' ' })],
  ['customer.address.district', address({ district: 'A' })],
  ['customer.address.city', address({ city: 'A' })],
  ['customer.address.cityCode', address({ cityCode: '3304557' })],
  ['customer.address.cityCode', address({ cityCode: '35503' })],
  ['customer.address.postalCode', address({ postalCode: '0131010' })],
  ['customer.address.phone', address({ phone: '5511987654321' })],
  ['customer.address.email', address({ email: 'ninguém' })],
  ['customer.address.email', address({ email: `${'a'.repeat(50)}@linework.example` })],
  ['subscriber.code', subscriber({ code: '3f1b2c9e-9c40-4a58-8b8e-2f9a2a4f1c11' })],
  ['subscriber.code', subscriber({ code: 'CLI 1' })],
  ['subscriber.contract.number', subscriber({ contract: { number: 'CONTRATO-2026-001', from: '2026-02-01' } })],
  ['subscriber.contract.from', subscriber({ contract: { number: '1', from: '01/02/2026' } })],
  ['subscriber.contract.until', subscriber({ contract: { number: '1', from: '2026-02-01', until: '2027-02-29' } })],
  ['subscriber.contract', { subscriber: withoutContract(completeReceipt.subscriber) }],
  ['subscriber.contract.until', subscriber({ contract: { number: '1', from: '2026-02-01', until: '2026-01-31' } })],
  ['subscriber.lines', subscriber({ lines: [{ number: '5511987654321', state: 'SP' }] })],
  ['subscriber.lines', subscriber({ lines: [aLine, aLine] })],
  ['subscriber.lines[1]', subscriber({ lines: [aLine, { number: '21987654321', state: 'RJ' }] })],
  ['items[0].code', item({ code: ' ' })],
  ['items[0].description', item({ description: '' })],
  ['items[0].classification', item({ classification: '100401' })],
  ['items[0].cfop', item({ cfop: '5300' })],
  ['items[0].cfop', item({ cfop: undefined })],
  ['items[0].cfop', item({ taxes: { icms: { kind: 'OUTSIDE' } } })],
  ['items[0].quantity', item({ quantity: '1.00001' })],
  ['items[0].quantity', item({ quantity: '-1' })],
  ['items[0].unitPrice', item({ unitPrice: '1,50' })],
  ['items[0].unitPrice', item({ unitPrice: '10000000000000' })],
  ['items[0].discount', item({ discount: '0.001' })],
  ['items[0].discount', item({ discount: '49.91' })],
  ['items[0].surcharge', item({ surcharge: '0.001' })],
  ['items[0].creditUntil', item({ creditUntil: '2026-11-31' })],
  ['items[0].note', item({ note: ' ' })],
  ['items[0].taxes', item({ taxes: { icms: { kind: 'SIMPLE' }, fust: { base: '1.001', rate: '1', amount: '0.01' } } })],
  [
    'items[0].taxes',
    item({ taxes: { icms: { kind: 'SIMPLE' }, funttel: { base: '1.00', rate: '1.00001', amount: '0.01' } } }),
  ],
  ['items[0].taxes', icms({ kind: 'REDUCED', reduction: '10.001', ...calculateLevy('1.00', '18') })],
  ['items[0].taxes.icms.rate', icms({ kind: 'TAXED', base: '1.00', rate: '18.001', amount: '0.18' })],
  [
    'items[0].taxes.icms.povertyFund',
    icms({ kind: 'TAXED', ...calculateLevy('1.00', '18'), povertyFund: { rate: '2', amount: '0.021' } }),
  ],
  ['items[0].taxes.icms.relief', icms({ kind: 'EXEMPT', relief: { amount: '1.00', benefit: 'SP010240-longo' } })],
  ['items[0].taxes.ibsCbs', { items: [withoutIbsCbs(anItem())] }],
  ['items[0].taxes.ibsCbs', { ...issuer({ regime: 'SIMPLE' }), items: [anItem()] }],
  ['items[0].taxes.ibsCbs', { ...issuer({ regime: 'SIMPLE_EXCEEDED' }), items: [anItem()] }],
  ['items[0].taxes.ibsCbs', { ...issuedAt('2025-12-31T12:00:00Z'), items: [anItem()] }],
  ['items[0].taxes.ibsCbs.situation', ibsCbs({ situation: '00', classification: '000001' })],
  ['items[0].taxes.ibsCbs.classification', ibsCbs({ classification: '00001' })],
  ['items[0].taxes.ibsCbs.classification', ibsCbs({ classification: '200001' })],
  ['items[0].taxes.ibsCbs.base', ibsCbs({ base: '10.001' })],
  ['items[0].taxes.ibsCbs.base', ibsCbs({ base: '-10.00' })],
  ['items[0].taxes.ibsCbs.state', ibsCbs({ state: { rate: '0.05', amount: '0.00' } })],
  ['items[0].taxes.ibsCbs.state', ibsCbs({ state: { rate: '0.1', amount: '0.02' } })],
  ['items[0].taxes.ibsCbs.city', ibsCbs({ city: { rate: '0.05', amount: '0.00' } })],
  ['items[0].taxes.ibsCbs.cbs', ibsCbs({ cbs: { rate: '8.8', amount: '0.88' } })],
  ['issue.at', issuedAt('2027-01-01T03:10:00Z')],
  ['issue.at', issuedAt('2029-06-01T12:00:00Z')],
  ['billing.month', billing({ month: '2026-13' })],
  ['billing.dueOn', billing({ dueOn: '2026-02-30' })],
  ['billing.paidOn', billing({ paidOn: '2026-11-31' })],
  ['billing.usedFrom', billing({ usedFrom: '2026-10-21' })],
  ['billing.usedFrom', billing({ usedFrom: '2026-10-32', usedUntil: '2026-11-20' })],
  ['billing.usedUntil', billing({ usedFrom: '2026-10-21', usedUntil: '20/11/2026' })],
  ['billing.slip', billing({ slip: '8'.repeat(45) })],
  ['billing.pix', billing({ pix: 'x' })],
  ['billing.directDebitCode', billing({ directDebitCode: 'A1' })],
  ['issue.series', issue({ series: 1000 })],
  ['issue.number', issue({ number: 0 })],
  ['issue.number', issue({ number: 1_000_000_000 })],
  ['issue.at', issue({ at: new Date('1999-01-01T00:00:00Z') })],
  ['issue.at', issue({ at: new Date(Number.NaN) })],
  ['issue.code', issue({ code: '123' })],
  ['issue.cityCode', issue({ cityCode: 'SP' })],
  ['issue.consultUrl', issue({ consultUrl: 'https://dfe.example/QRCode?x=1' })],
  ['issue.program', issue({ program: 'Um programa de nome comprido' })],
];

describe('the violations of a receipt', () => {
  it('are empty when it is valid', () => {
    expect(findReceiptViolations(aReceipt())).toEqual([]);
  });

  it('are empty for the Simples Nacional without IBS and CBS, and for receipts from before 2026', () => {
    const items = [withoutIbsCbs(withIbsCbs(anItem()))];
    expect(findReceiptViolations(aReceipt({ ...issuer({ regime: 'SIMPLE' }), items }))).toEqual([]);
    expect(findReceiptViolations(aReceipt({ ...issuedAt('2026-01-01T02:59:59Z'), items }))).toEqual([]);
  });

  it('are empty for a CNPJ with letters', () => {
    expect(
      findReceiptViolations(
        aReceipt({ ...issuer({ federalTaxId: alphanumeric }), ...customer({ identity: { cnpj: alphanumeric } }) }),
      ),
    ).toEqual([]);
  });

  it('list every item that lacks IBS and CBS', () => {
    const items = [withoutIbsCbs(anItem()), anItem(), withoutIbsCbs(anItem())];
    expect(findReceiptViolations(aReceipt({ items })).map(({ path }) => path)).toEqual([
      'items[0].taxes.ibsCbs',
      'items[2].taxes.ibsCbs',
    ]);
  });

  it.each(cases)('are %s and nothing else, in example %#', (path, changes) => {
    const found = findReceiptViolations(aReceipt(changes)).map((fault) => fault.path);
    expect([...new Set(found)]).toEqual([path]);
  });

  it('come from rules that each have an example here', () => {
    const paths = [
      ...issuerRules.map(([path]) => `issuer.${path}`),
      ...addressRules.map(([path]) => `customer.address.${path}`),
      ...customerRules.map(([path]) => `customer.${path}`),
      ...subscriberRules.map(([path]) => `subscriber.${path}`),
      ...itemRules.map(([path]) => `items[0].${path}`),
      ...buildIbsCbsRules({ state: '0.1', city: '0', cbs: '0.9' }).map(([path]) => `items[0].${path}`),
      ...billingRules.map(([path]) => `billing.${path}`),
      ...issueRules.map(([path]) => `issue.${path}`),
    ];
    expect(paths.length).toBeGreaterThan(40);
    expect(paths.filter((path) => !cases.some(([example]) => example === path))).toEqual([]);
  });
});
