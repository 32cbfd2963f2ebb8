import type { Problem } from '@linework/problem-details/problem';
import type { DocumentModel, TaxRegime } from '@linework/tax-documents/model/receipt';
import type { ReceiptContent } from '@linework/tax-receipts/content/receipt-content';
import { takeRates } from '@linework/tax-receipts/content/take-rates';
import { anItem, aReceipt, withoutIbsCbs } from '@linework/testing/documents/a-receipt';
import { cbsOf2027, knownTaxRates, ratesAt } from '@linework/testing/documents/tax-rates';
import { describe, expect, it } from 'vitest';
import { buildItems } from '../src/content/build-items.ts';

const november = new Date('2026-11-23T12:00:00Z');
/** Ten minutes past midnight of the new year in São Paulo. */
const newYear = new Date('2027-01-01T03:10:00Z');

function aContent(changes: Partial<ReceiptContent> = {}, regime: TaxRegime = 'NORMAL'): ReceiptContent {
  const { issue: _, authorisation: __, cancellation: ___, ...content } = aReceipt();
  return { ...content, issuer: { ...content.issuer, regime }, items: content.items.map(withoutIbsCbs), ...changes };
}

const issueAt = (content: ReceiptContent, at: Date, rows = knownTaxRates) =>
  takeRates(content, ratesAt(at, content.issuer, rows));
const listGroups = ({ items }: ReceiptContent) => items.map(({ taxes }) => taxes.ibsCbs);

function catchProblem(work: () => unknown): Problem {
  try {
    work();
  } catch (error) {
    return error as Problem;
  }
  throw new Error('nothing was refused');
}

const context = {
  regime: 'NORMAL',
  supplierState: 'SP',
  serviceState: 'SP',
  rates: ratesAt(november, aReceipt().issuer).rates,
} as const;
const telephony = { code: '0100101', isCommunication: true };
const aLine = (cents: bigint) => ({
  description: 'Plano',
  subscriptionProductId: 'a',
  code: 'P',
  classification: telephony,
  cents,
});
const buildItemsOf = (...cents: bigint[]) => buildItems(cents.map(aLine), context);

describe('a receipt that is issued', () => {
  it('in 2026 has IBS of the state and CBS on each item, on what is left without ICMS, PIS and COFINS', () => {
    const [item] = listGroups(issueAt(aContent({ items: buildItemsOf(10_000n) }), november));
    expect(item).toEqual({
      situation: '000',
      classification: '000001',
      // 100.00 less ICMS 18.00, PIS 0.53 and COFINS 2.46.
      base: '79.01',
      state: { rate: '0.1', amount: '0.08' },
      city: { rate: '0', amount: '0.00' },
      cbs: { rate: '0.9', amount: '0.71' },
    });
  });

  it('is taxed on its amount after the discount, and with zero when nothing is left', () => {
    const [discounted] = listGroups(issueAt(aContent({ items: buildItemsOf(10_000n, -5_000n) }), november));
    expect(discounted).toMatchObject({ base: '39.50', state: { amount: '0.04' }, cbs: { amount: '0.36' } });
    for (const items of [buildItemsOf(10_000n, -10_000n), buildItemsOf(0n)]) {
      const [nothing] = listGroups(issueAt(aContent({ items }), november));
      expect(nothing).toMatchObject({ base: '0.00', state: { amount: '0.00' }, cbs: { amount: '0.00' } });
    }
  });

  it('loses the groups that it was refused with, and gets those of the day', () => {
    const content = aContent({ items: aReceipt().items });
    expect(issueAt(content, november)).toEqual(issueAt(aContent(), november));
    expect(listGroups(issueAt(content, new Date('2025-12-31T12:00:00Z')))).toEqual([undefined, undefined, undefined]);
  });

  it.each(['SIMPLE', 'SIMPLE_EXCEEDED'] as const)('in 2026 by a company that is %s has no groups', (regime) => {
    expect(listGroups(issueAt(aContent({}, regime), november))).toEqual([undefined, undefined, undefined]);
  });

  it.each<DocumentModel>(['22', 'DEBIT_RECEIPT'])('as model %s has no groups, in no year', (documentModel) => {
    for (const at of [november, newYear])
      expect(listGroups(issueAt(aContent({ documentModel }), at))).toEqual([undefined, undefined, undefined]);
  });

  it('uses the year in the local time of its state', () => {
    expect(listGroups(issueAt(aContent(), new Date('2027-01-01T02:59:59Z')))[0]).toMatchObject({
      cbs: { rate: '0.9' },
    });
    expect(catchProblem(() => issueAt(aContent(), newYear))).toMatchObject({
      status: 422,
      code: 'tax-rates-unknown',
      members: { year: 2027, day: '2027-01-01', taxes: ['CBS'] },
    });
  });

  it('is rejected, for any regime, in a year whose rates are not set', () => {
    for (const regime of ['NORMAL', 'SIMPLE', 'SIMPLE_EXCEEDED'] as const) {
      expect(catchProblem(() => issueAt(aContent({}, regime), newYear)).code).toBe('tax-rates-unknown');
    }
  });

  it('is rejected with every item whose class has no classification of IBS and CBS; communication has one for any class', () => {
    const unknown = anItem({ classification: '9999999', cfop: undefined, taxes: { icms: { kind: 'OUTSIDE' } } });
    const problem = catchProblem(() =>
      issueAt(aContent({ items: [unknown, anItem({ classification: '0109999' }), unknown] }), november),
    );
    expect(problem).toMatchObject({ status: 422, code: 'not-a-tax-receipt' });
    expect(problem.members).toEqual({
      errors: [0, 2].map((index) => ({
        detail: `\`items[${index}].classification\` has no classification of IBS and CBS.`,
      })),
    });
  });

  it('on 2 January 2027 has CBS and no PIS and COFINS, on what is left without ICMS, once the rate of CBS is loaded', () => {
    const content = aContent({ items: buildItemsOf(10_000n) });
    const issued = issueAt(content, new Date('2027-01-02T12:00:00Z'), [...knownTaxRates, cbsOf2027]);
    const [item] = issued.items;
    expect(item?.taxes).toMatchObject({
      icms: { amount: '18.00' },
      fust: { base: '82.00', amount: '0.82' },
      ibsCbs: {
        base: '82.00',
        state: { rate: '0.05', amount: '0.04' },
        city: { rate: '0.05', amount: '0.04' },
        cbs: { rate: '8.7', amount: '7.13' },
      },
    });
    expect(item?.taxes).not.toHaveProperty('pis');
    expect(item?.taxes).not.toHaveProperty('cofins');
    expect(issued.taxRates).toMatchObject({ day: '2027-01-02', isAddedToTotal: true });
  });

  it('takes a correction from its day on, and a row of the municipality before that of the country', () => {
    const { issuer } = aReceipt();
    const correction = { ...cbsOf2027, validFrom: '2026-12-01', rate: '1' };
    const ofCity = { ...correction, tax: 'IBS_CITY' as const, jurisdiction: issuer.address.cityCode, rate: '0.02' };
    const rows = [...knownTaxRates, correction, { ...correction, rate: '1.1' }, ofCity];
    expect(ratesAt(new Date('2026-11-30T12:00:00Z'), issuer, rows).rates).toMatchObject({ CBS: '0.9', IBS_CITY: '0' });
    expect(ratesAt(new Date('2026-12-01T12:00:00Z'), issuer, rows).rates).toMatchObject({
      CBS: '1.1',
      IBS_CITY: '0.02',
    });
  });
});
